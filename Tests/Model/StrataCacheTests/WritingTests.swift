// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore
import Testing

/// When answers come into the file, and what happens where the file refuses.
@Suite(.timeLimit(.minutes(1))) struct WritingTests: FileWatching {
  let clock = ManualClock()

  // MARK: - Soon

  @Test func whatIsNotWrittenYetIsSeen() async throws {
    let world = world()
    #expect(await world.ask() == "1 network")
    #expect(await world.ask() == "1 cache")
    world.serve(.answers("2", fresh))
    #expect(await world.ask(.reload) == "2 network")
    #expect(await world.ask(.cacheOnly) == "2 cache")
    #expect(try saved(world) == [])
  }

  @Test func whatIsNotWrittenYetJoinsWhatIs() async throws {
    let world = world()
    for language in ["en", "de"] {
      world.serve(.answers(language, fresh.merging(["Vary": "Accept-Language"])))
      _ = await world.ask(headers: ["Accept-Language": language])
      if language == "en" { await world.cache.settled() }
    }
    for language in ["en", "de"] {
      #expect(await world.ask(.cacheOnly, headers: ["Accept-Language": language]) == "\(language) cache")
    }
  }

  @Test func answersAreWrittenTogetherWhenNoneCameForATenthOfASecond() async throws {
    let world = world()
    _ = await world.ask(.http, "/a")
    await clock.sleeps(begun: 1)
    _ = await world.ask(.http, "/b")
    clock.advance(by: .milliseconds(100))
    await clock.sleeps(begun: 2)
    clock.advance(by: .milliseconds(99))
    #expect(try saved(world) == [])
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await wait(for: 2, in: world)
    #expect(clock.slept == [.milliseconds(100), .milliseconds(100)])
  }

  @Test func answersThatKeepComingAreWrittenAfterASecond() async throws {
    let world = world()
    _ = await world.ask(.http, "/0")
    for number in 1...10 {
      await clock.sleeps(begun: number)
      #expect(try saved(world) == [])
      _ = await world.ask(.http, "/\(number)")
      clock.advance(by: .milliseconds(100))
    }
    try await wait(for: 11, in: world)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test(arguments: [1, 20_000])
  func muchIsWrittenAtOnce(bytes: Int) async throws {
    let world = world { $0.totalLimit = 16 * 1_024 * 1_024 }
    world.serve(.answers(String(repeating: "x", count: bytes), fresh))
    let count = bytes == 1 ? 1_024 : 27
    for number in 0..<count { _ = await world.ask(.http, "/\(number)") }
    try await wait(for: count, in: world)
    #expect(clock.now.offset == .zero)
  }

  // It may come while the one before is being written, and is then written with it or after a pause of its own.
  @Test func whatComesAfterAnotherIsWrittenToo() async throws {
    let world = world()
    for round in 1...3 {
      _ = await world.ask(.http, "/\(round)")
      while try saved(world).count < round {
        clock.advance(by: .milliseconds(100))
        await Task.yield()
      }
    }
  }

  @Test func settlingWritesAndClosingToo() async throws {
    let world = world()
    _ = await world.ask(.http, "/a")
    await world.cache.settled()
    #expect(try saved(world) == ["/a"])
    _ = await world.ask(.http, "/b")
    await world.restart()
    #expect(try saved(world) == ["/a", "/b"])
    #expect(await world.ask(.cacheOnly, "/b") == "1 cache")
    #expect(world.problems.isEmpty)
  }

  @Test func settlingWhatHasNothingMakesNoFile() async throws {
    let world = world()
    await world.cache.settled()
    #expect(!FileManager.default.fileExists(atPath: world.folder.path))
  }

  @Test func signingOutDiscardsWhatWaits() async throws {
    let world = world()
    _ = await world.ask()
    try world.cache.closeAndDelete()
    clock.advance(by: .seconds(1))
    await world.cache.settled()
    #expect(!FileManager.default.fileExists(atPath: world.url.path))
  }

  // MARK: - A file that cannot be written

  @Test func answersThatTheFileRefusesWaitForTheNext() async throws {
    let (world, other) = try await locked("/a")
    _ = await world.ask(.http, "/b")
    await world.cache.settled()
    #expect(!world.problems.isEmpty && world.problems.allSatisfy { $0.code == .busy })
    #expect(await world.ask(.cacheOnly, "/b") == "1 cache")
    await other.release()
    _ = await world.ask(.http, "/c")
    await world.cache.settled()
    #expect(try saved(world) == ["/a", "/b", "/c"])
  }

  @Test func whatWaitsHasALimitAndNothingOlderComesBack() async throws {
    let world = world { $0.totalLimit = 1 }
    world.serve(.answers("old", fresh))
    _ = await world.ask(.http, "/0")
    await world.cache.settled()
    let other = try await WriteLock(world.url)
    world.serve(.answers(String(repeating: "x", count: 16_000), fresh))
    for number in 1...20 { _ = await world.ask(.http, "/\(number)") }
    world.serve(.answers("new", fresh))
    _ = await world.ask(.reload, "/0")
    // A cache of 512 kB lets 64 kB wait, and what was under it when it came.
    var kept = 0
    for number in 1...20 where await world.ask(.cacheOnly, "/\(number)") != "notCached" { kept += 1 }
    #expect((4...5).contains(kept))
    #expect(await world.ask(.cacheOnly, "/0") == "notCached")
    await other.release()
    await world.cache.settled()
    #expect(try saved(world).count == kept)
    #expect(await world.ask(.cacheOnly, "/0") == "notCached")
  }

  // Each failure doubles the pause before the next try: for ever, it would overflow.
  @Test func aFileThatCanNeverBeWrittenIsSurvived() async throws {
    let world = world()
    // A file where the folder should be.
    try Data().write(to: world.folder)
    var number = 0
    while clock.slept.count < 100 {
      _ = await world.result(Request.raw(.get, "/\(number)"))
      number += 1
      clock.advance(by: .seconds(100))
      await Task.yield()
    }
    #expect(!world.problems.isEmpty)
  }

  // MARK: - What the file is not asked for

  @Test func aFileWhoseKeysAreKnownIsFoundInAndNotAskedInVain() async throws {
    let world = world()
    _ = await world.ask(.http, "/a")
    await world.restart()
    let other = ResponseCache(at: world.url) { [time = world.time] in $0.date = { time.now } }
    let client = Client(site, transport: world.transport) { $0.cache = other }
    // The first that is stored lets the keys be read.
    _ = await world.ask(.http, "/b")
    await world.cache.settled()
    try world.cache.noticeOtherProcesses()
    _ = await world.ask(.http, "/c")
    await world.cache.settled()
    for path in ["/a", "/b", "/c"] { #expect(await world.ask(.cacheOnly, path) == "1 cache") }
    _ = try await client.send(.text("/d"))
    await other.close()
    #expect(await world.ask(.cacheOnly, "/d") == "notCached")
    #expect(try world.cache.noticeOtherProcesses())
    #expect(await world.ask(.cacheOnly, "/d") == "1 cache")
  }

  @Test func keysThatAreManyAreReadAgain() {
    var keys = KnownKeys()
    #expect(keys.mayHave("a"))
    keys.complete(["a".hashValue], readIn: keys.turn)
    #expect(keys.isComplete && keys.mayHave("a") && !keys.mayHave("b"))
    for number in 0..<10_000 { keys.insert("\(number)") }
    #expect(!keys.isComplete && keys.mayHave("b"))
    let turn = keys.turn
    keys.forget()
    keys.complete([], readIn: turn)
    #expect(!keys.isComplete)
  }
}
