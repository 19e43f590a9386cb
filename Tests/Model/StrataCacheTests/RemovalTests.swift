// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore
import Testing

/// What a write made worthless is gone at once, also where the file refuses to hear of it.
@Suite(.timeLimit(.minutes(1))) struct RemovalTests: FileWatching {
  let clock = ManualClock()

  @Test func anInvalidationReachesWhatWaitsAndWhatIsWritten() async throws {
    let world = world()
    for isWritten in [false, true] {
      #expect(await world.ask() == "1 network")
      if isWritten { await world.cache.settled() }
      _ = await put(world)
      #expect(try saved(world) == [])
      #expect(await world.ask(.cacheOnly) == "notCached")
    }
    await world.restart()
    #expect(await world.ask(.cacheOnly) == "notCached")
  }

  // What a transaction has taken is not in memory any more, and not in the file yet.
  @Test func noWriteThatRunsOvertakesAnInvalidation() async throws {
    let pass = Pass()
    let time = TestTime()
    let world = world {
      $0.date = {
        pass.stop(); return time.now
      }
    }
    #expect(await world.ask() == "1 network")
    pass.close()
    let writing = Task { await world.cache.settled() }
    await pass.reached.wait()
    let changing = Task { await put(world) }
    // It is worthless as soon as the server has answered, long before the file can hear of it.
    while await world.ask(.cacheOnly) != "notCached" { await Task.yield() }
    pass.open()
    #expect(await changing.value == "1 network")
    await writing.value
    #expect(await world.ask(.cacheOnly) == "notCached")
    #expect(try saved(world) == [])
  }

  @Test func anInvalidationThatTheFileRefusesHoldsAndIsTriedAgain() async throws {
    let (world, other) = try await locked("/a", "/b")
    #expect(await put(world) == "1 network")
    #expect(world.problems.map(\.code) == [.busy])
    #expect(await world.ask(.cacheOnly) == "notCached")
    #expect(await world.ask(.cacheOnly, "/a") == "1 cache")
    world.serve(.answers("2", fresh))
    #expect(await world.ask() == "2 network")
    #expect(await world.ask() == "2 cache")
    await other.release()
    await world.cache.settled()
    await world.restart()
    #expect(await world.ask(.cacheOnly) == "2 cache")
  }

  @Test func anInvalidationThatTheFileRefusesIsTriedAgainByItself() async throws {
    let (world, other) = try await locked("/b")
    let begun = clock.slept.count
    _ = await put(world)
    for (retry, pause) in [100, 200, 400].enumerated() {
      await clock.sleeps(begun: begun + retry + 1)
      #expect(clock.slept.last == .milliseconds(pause))
      if retry == 2 { await other.release() }
      clock.advance(by: .milliseconds(pause))
    }
    try await wait(for: 0, in: world)
    #expect(world.problems.allSatisfy { $0.code == .busy } && world.problems.count == 3)
  }

  @Test func aRefusedInvalidationIsNotTriedForEver() async throws {
    let (world, other) = try await locked("/b")
    let begun = clock.slept.count
    _ = await put(world)
    for retry in 1...6 {
      await clock.sleeps(begun: begun + retry)
      clock.advance(by: .seconds(10))
    }
    while world.problems.count < 7 { await Task.yield() }
    await other.release()
    #expect(await world.ask(.cacheOnly) == "notCached")
    // Whatever is written next takes it along.
    _ = await world.ask(.http, "/c")
    await world.cache.settled()
    #expect(try saved(world) == ["/c"])
  }

  @Test func aClearThatTheFileRefusesThrowsAndHolds() async throws {
    let (world, other) = try await locked("/a/1", "/b")
    let error = await #expect(throws: StoreError.self) {
      try await world.cache.clear(prefix: "\(site.absoluteString)/a/")
    }
    #expect(error?.code == .busy)
    #expect(await world.ask(.cacheOnly, "/a/1") == "notCached")
    #expect(await world.ask(.cacheOnly, "/b") == "1 cache")
    await #expect(throws: StoreError.self) { try await world.cache.clear() }
    #expect(await world.ask(.cacheOnly, "/b") == "notCached")
    await other.release()
    await world.cache.settled()
    #expect(try saved(world) == [])
  }

  @Test func manyRefusedInvalidationsTakeLittle() async throws {
    let (world, other) = try await locked("/0", "/kept")
    for number in 0...1_001 { _ = await put(world, "/\(number)") }
    #expect(await world.ask(.cacheOnly, "/0") == "notCached")
    await other.release()
    await world.cache.settled()
    // Who waited so long begins anew.
    #expect(try saved(world) == [])
  }

  // What another process asked for before a write is not used after it, though it was stored later.
  @Test func whatAnotherProcessStoresLateIsNotUsed() async throws {
    let world = world()
    let other = ResponseCache(at: world.url) { [time = world.time] in $0.date = { time.now } }
    let client = Client(site, transport: world.transport) { $0.cache = other }
    let (asked, answers) = (Latch(), Latch())
    world.serve(
      .replies { request in
        guard request.method == .get else { return .status(204) }
        asked.open()
        await answers.wait()
        return .data(Data("old".utf8), headers: fresh)
      })
    let reading = Task { try await client.send(.text("/b")) }
    await asked.wait()
    world.time.advance(1)
    _ = await put(world)
    answers.open()
    #expect(try await reading.value == "old")
    await other.close()
    #expect(try saved(world) == ["/b"])
    #expect(await world.ask(.cacheOnly) == "notCached")
    world.time.advance(1)
    world.serve(.answers("new", fresh))
    #expect(await world.ask() == "new network")
    await world.cache.settled()
    #expect(await world.ask() == "new cache")
  }
}
