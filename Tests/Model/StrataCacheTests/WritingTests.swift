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
@Suite(.timeLimit(.minutes(1))) struct WritingTests {
  private static let fresh: Headers = ["Cache-Control": "max-age=100000"]
  private let clock = ManualClock()

  /// A world whose pauses end when the test says, that keeps nothing in memory beside what waits, and that does not
  /// wait for another process.
  private func world(_ change: @escaping @Sendable (inout ResponseCache.Configuration) -> Void = { _ in }) -> World {
    let world = World { [clock] in
      $0.clock = clock
      $0.memoryLimit = 0
      $0.busyTimeout = .zero
      change(&$0)
    }
    world.serve(.answers("1", Self.fresh))
    return world
  }

  /// What the file has: the paths.
  private func saved(_ world: World) throws -> [String] {
    guard FileManager.default.fileExists(atPath: world.url.path) else { return [] }
    let store = try Store(at: world.url)
    defer { store.close() }
    return try paths(store)
  }

  /// Waits until the file has so many answers.
  private func wait(for count: Int, in world: World) async throws {
    let store = try Store(at: world.url)
    while try paths(store).count != count {
      try Task.checkCancellation()
      await Task.yield()
    }
    store.close()
  }

  private func paths(_ store: Store) throws -> [String] {
    let keys = try store.collection("responses", of: Data.self, encoding: .raw).keys()
    return keys.compactMap { CacheKey.address(ofRow: $0)?.dropFirst(site.absoluteString.count) }.map(String.init)
  }

  /// A world whose file has some answers, and refuses writes until the other process lets go of it.
  private func locked(_ paths: String...) async throws -> (world: World, other: WriteLock) {
    let world = world()
    for path in paths { _ = await world.ask(.http, path) }
    await world.cache.settled()
    return (world, try await WriteLock(world.url))
  }

  private func put(_ world: World, _ path: String = "/b") async -> String {
    await world.result(Request.raw(.put, path))
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

  // MARK: - Soon

  @Test func whatIsNotWrittenYetIsSeen() async throws {
    let world = world()
    #expect(await world.ask() == "1 network")
    #expect(await world.ask() == "1 cache")
    world.serve(.answers("2", Self.fresh))
    #expect(await world.ask(.reload) == "2 network")
    #expect(await world.ask(.cacheOnly) == "2 cache")
    #expect(try saved(world) == [])
  }

  @Test func whatIsNotWrittenYetJoinsWhatIs() async throws {
    let world = world()
    for language in ["en", "de"] {
      world.serve(.answers(language, Self.fresh.merging(["Vary": "Accept-Language"])))
      _ = await world.ask(headers: ["Accept-Language": language])
      if language == "en" { await world.cache.settled() }
    }
    for language in ["en", "de"] {
      #expect(await world.ask(.cacheOnly, headers: ["Accept-Language": language]) == "\(language) cache")
    }
  }

  @Test func answersAreWrittenTogetherAfterTheirPause() async throws {
    let world = world()
    for path in ["/a", "/b", "/c"] { _ = await world.ask(.http, path) }
    await clock.sleeps(begun: 1)
    clock.advance(by: .milliseconds(99))
    #expect(try saved(world) == [])
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await wait(for: 3, in: world)
    #expect(try saved(world) == ["/a", "/b", "/c"])
    #expect(clock.slept == [.milliseconds(100)])
  }

  @Test(arguments: [1, 20_000])
  func muchIsWrittenAtOnce(bytes: Int) async throws {
    let world = world { $0.totalLimit = 16 * 1_024 * 1_024 }
    world.serve(.answers(String(repeating: "x", count: bytes), Self.fresh))
    let count = bytes == 1 ? 256 : 27
    for number in 0..<count { _ = await world.ask(.http, "/\(number)") }
    try await wait(for: count, in: world)
    #expect(clock.now.offset == .zero)
  }

  @Test func whatIsPutDuringAPauseAfterAnotherIsWrittenToo() async throws {
    let world = world()
    for round in 1...3 {
      _ = await world.ask(.http, "/\(round)")
      await clock.sleeps(begun: round)
      clock.advance(by: .milliseconds(100))
      try await wait(for: round, in: world)
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

  // MARK: - Invalidation

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
    let world = world()
    _ = await world.ask(.http, "/a")
    _ = await world.ask()
    await world.cache.settled()
    let other = try await WriteLock(world.url)
    #expect(await put(world) == "1 network")
    #expect(world.problems.map(\.code) == [.busy])
    #expect(await world.ask(.cacheOnly) == "notCached")
    #expect(await world.ask(.cacheOnly, "/a") == "1 cache")
    world.serve(.answers("2", Self.fresh))
    #expect(await world.ask() == "2 network")
    #expect(await world.ask() == "2 cache")
    await other.release()
    await world.cache.settled()
    await world.restart()
    #expect(await world.ask(.cacheOnly) == "2 cache")
  }

  @Test func anInvalidationThatTheFileRefusesIsTriedAgainByItself() async throws {
    let world = world()
    _ = await world.ask()
    await world.cache.settled()
    let begun = clock.slept.count
    let other = try await WriteLock(world.url)
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
    let world = world()
    _ = await world.ask()
    await world.cache.settled()
    let begun = clock.slept.count
    let other = try await WriteLock(world.url)
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
        return .data(Data("old".utf8), headers: Self.fresh)
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
    world.serve(.answers("new", Self.fresh))
    #expect(await world.ask() == "new network")
    await world.cache.settled()
    #expect(await world.ask() == "new cache")
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
    world.serve(.answers("old", Self.fresh))
    _ = await world.ask(.http, "/0")
    await world.cache.settled()
    let other = try await WriteLock(world.url)
    world.serve(.answers(String(repeating: "x", count: 16_000), Self.fresh))
    for number in 1...20 { _ = await world.ask(.http, "/\(number)") }
    world.serve(.answers("new", Self.fresh))
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

/// Another process that holds the file's write lock, as long as a test wants.
private final class WriteLock: Sendable {
  private let held = Latch()
  private let released = DispatchSemaphore(value: 0)
  private let writing = Locked<Task<Void, any Error>?>(nil)

  init(_ url: URL) async throws {
    let store = try Store(at: url)
    writing.withLock { [held, released] writing in
      writing = Task {
        try await store.write { _ in
          held.open()
          released.wait()
        }
        store.close()
      }
    }
    await held.wait()
  }

  func release() async {
    released.signal()
    _ = await writing.withLock { $0 }?.result
  }
}

/// A place where one caller stops until a test lets it go on.
private final class Pass: Sendable {
  let reached = Latch()
  private let isClosed = Locked(false)
  private let opened = DispatchSemaphore(value: 0)

  func close() { isClosed.withLock { $0 = true } }
  func open() { opened.signal() }

  func stop() {
    let stops = isClosed.withLock { isClosed in
      defer { isClosed = false }
      return isClosed
    }
    guard stops else { return }
    reached.open()
    opened.wait()
  }
}
