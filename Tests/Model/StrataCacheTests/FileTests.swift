// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore
import Testing

/// Long counts with STRATA_SOAK=1.
let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

@Suite(.timeLimit(.minutes(isSoak ? 30 : 1))) struct FileTests {
  private let fresh: Headers = ["Cache-Control": "max-age=100000"]

  /// The bytes of the file and its log.
  private func diskBytes(_ world: World) -> Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let path = world.url.path(percentEncoded: false) + suffix
      return sum + ((try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0)
    }
  }

  @Test func aLargeAnswerPassesThroughUnstored() async throws {
    let world = World { $0.itemLimit = 1_000 }
    for (path, size, length) in [("/small", 1_000, false), ("/large", 1_001, false), ("/said", 1_001, true)] {
      let text = String(repeating: "x", count: size)
      world.serve(.answers(text, length ? fresh.merging(["Content-Length": "\(size)"]) : fresh))
      #expect(await world.ask(.http, path) == "\(text) network")
    }
    #expect(await world.ask(.cacheOnly, "/small") != "notCached")
    #expect(await world.ask(.cacheOnly, "/large") == "notCached")
    #expect(await world.ask(.cacheOnly, "/said") == "notCached")
  }

  // L2-24: the cache had no limit and no way to clear it
  @Test(arguments: [512 * 1_024, 1_024 * 1_024, 4 * 1_024 * 1_024])
  func theTotalHoldsUnderLoadAndWhatIsUsedStays(limit: Int) async throws {
    let world = World {
      $0.totalLimit = limit
      $0.memoryLimit = 64 * 1_024
    }
    let client = world.client
    world.serve(.answers("hot", fresh))
    _ = try await client.send(.text("/hot"))
    let rounds = (isSoak ? 40 : 4) * limit / 8_192
    for number in 0..<rounds {
      world.serve(.answers(String(repeating: "x", count: Int.random(in: 1...min(16_384, limit / 64))), fresh))
      world.time.advance(1)
      _ = try await client.send(.text("/\(number)"))
      if number % 16 == 0 {
        #expect(try await client.send(.raw(.get, "/hot")).origin == .cache)
        await world.cache.settled()
        #expect(diskBytes(world) <= limit)
      }
    }
    let statistics = try await world.cache.statistics()
    #expect(statistics.diskBytes <= limit && statistics.diskBytes == diskBytes(world))
    #expect(statistics.counts.evicted > rounds / 2)
    #expect(statistics.answers > 10)
    await world.restart()
    #expect(await world.ask(.http, "/hot") == "hot cache")
    #expect(await world.ask(.cacheOnly, "/0") == "notCached")
    #expect(world.problems.isEmpty)
  }

  @Test func concurrentLoadKeepsTheLimit() async throws {
    let limit = 1_024 * 1_024
    let world = World { $0.totalLimit = limit }
    world.serve(.answers(String(repeating: "x", count: 8_000), fresh))
    let client = world.client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<100 { _ = try await client.send(.text("/\(task)/\(number)")) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await world.cache.statistics().diskBytes <= limit)
    #expect(world.problems.isEmpty)
  }

  // W9
  @Test func clearing() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    func left() async -> [String] {
      var left: [String] = []
      for user in ["ann", "bob"] {
        world.signIn(user)
        for path in ["/a/1", "/a/2", "/b"] where await world.ask(.cacheOnly, path) == "1 cache" {
          left.append(user + path)
        }
      }
      return left
    }
    func fill() async {
      for user in ["ann", "bob"] {
        world.signIn(user)
        for path in ["/a/1", "/a/2", "/b"] { _ = await world.ask(.reload, path) }
      }
    }
    await fill()
    try await world.cache.clear(prefix: "http://books.test/a/")
    #expect(await left() == ["ann/b", "bob/b"])
    await fill()
    try await world.cache.clear(scope: "ann")
    #expect(await left() == ["bob/a/1", "bob/a/2", "bob/b"])
    await world.restart()
    #expect(await left().count == 3)
    try await world.cache.clear()
    #expect(await left() == [])
    #expect(try await world.cache.statistics().answers == 0)
  }

  // L2-22
  @Test func anEditWritesIntoTheSlotOfAnotherRequest() async throws {
    let world = World()
    let request = Request.get("/books/1", returning: [String].self).cached(.cacheElseNetwork(maxAge: .seconds(60)))
    try await world.client.save(["edited"], as: request)
    #expect(world.calls == 0)
    #expect(try await world.client.send(request) == ["edited"])
    #expect(world.calls == 0)
    let answer = Answer(headers: ["Cache-Control": "max-age=60"], body: Data("[\"2\"]".utf8))
    try await world.client.save(answer, as: request.cached(.http))
    await world.restart()
    #expect(try await world.client.send(request.cached(.http)) == ["2"])
    await #expect(throws: RequestError.self) { try await world.client.save(Answer(body: Data("{".utf8)), as: request) }
    let without = Client(site, transport: world.transport)
    await #expect(throws: RequestError.self) { try await without.save(["x"], as: request) }
  }

  // W8, L2-21
  @Test func theFilterTakesOutWhatAlwaysChanges() async {
    let world = World {
      $0.ignoredParameters = ["time"]
      $0.keyFilter = { request in
        if case .data(let data)? = request.body { request.body = .data(data.prefix(1)) }
      }
    }
    let policy = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
    #expect(await world.ask(policy, "/b?x=1&time=1") == "1 network")
    #expect(await world.ask(policy, "/b?time=2&x=1") == "1 cache")
    func signed(_ body: String) -> Request<Answer> {
      Request.raw(.post, "/s", body: .data(Data(body.utf8), contentType: "a/b")).cached(policy)
    }
    #expect(await world.result(signed("a, signed at 1")) == "1 network")
    #expect(await world.result(signed("a, signed at 2")) == "1 cache")
    #expect(await world.result(signed("b, signed at 2")) == "1 network")
    #expect(world.transport.requests.last?.body?.length == 14)
  }

  @Test func statisticsCount() async throws {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=10, stale-if-error=60", "ETag": "\"a\""]))
    for _ in 0..<3 { _ = await world.ask() }
    world.time.advance(20)
    world.serve(.offline)
    _ = await world.ask()
    world.serve(.replies { _ in .status(304) })
    _ = await world.ask()
    let counts = try await world.cache.statistics().counts
    #expect((counts.hits, counts.misses, counts.stale, counts.revalidated, counts.stored) == (2, 3, 1, 1, 2))
  }

  @Test func aDamagedFileIsMadeAnewAndTold() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
    try Data(repeating: 7, count: 20_000).write(to: world.url)
    #expect(await world.ask() == "1 network")
    await world.restart()
    #expect(await world.ask() == "1 cache")
    #expect(world.problems.map(\.code) == [.corrupt])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: world.folder.path).allSatisfy { !$0.contains("damaged") })
  }

  // A page that SQLite has no reason to doubt: one byte inside a saved body, and one inside a saved header.
  @Test(arguments: ["bbbbbbbbbbbbbbbb", "Sixteen-Letters-"]) func aDamagedAnswerIsNotGiven(_ part: String) async throws
  {
    let world = World()
    var headers = fresh
    headers["X-Mark"] = "Sixteen-Letters-"
    world.serve(.answers(String(repeating: "b", count: 2_000), headers))
    for number in 0..<20 { _ = await world.ask(.http, "/\(number)") }
    await world.cache.close()
    var bytes = try Data(contentsOf: world.url), damaged = 0
    while let place = bytes.range(of: Data(part.utf8)) {
      bytes.replaceSubrange(place, with: Data("\(part.dropLast())?".utf8))
      damaged += 1
    }
    #expect(damaged >= 20)
    try bytes.write(to: world.url)
    await world.restart()
    world.serve(.answers("asked", fresh))
    for number in 0..<20 { #expect(await world.ask(.http, "/\(number)") == "asked network") }
  }

  // Damage to a pointer inside the file can do so, and another key may be another user's.
  @Test func anAnswerThatLiesUnderAnotherKeyIsNotGiven() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    for path in ["/a", "/b"] { _ = await world.ask(.http, path) }
    await world.cache.close()
    let store = try Store(at: world.url)
    let rows = store.collection("responses", of: Data.self, encoding: .raw)
    let keys = try rows.keys().sorted()
    try #require(keys.count == 2)
    try await rows.put(try #require(try rows.value(for: keys[0])), for: keys[1])
    store.close()
    await world.restart()
    world.serve(.answers("2", fresh))
    #expect(await world.ask(.http, "/a") == "1 cache")
    #expect(await world.ask(.http, "/b") == "2 network")
  }

  @Test func aFileThatIsDamagedWhileItIsUsedIsMadeAnew() async throws {
    let world = World()
    world.serve(.answers(String(repeating: "x", count: 10_000), fresh))
    for number in 0..<200 { _ = await world.ask(.http, "/\(number)") }
    await world.restart()
    _ = await world.ask(.http, "/0")
    let file = try FileHandle(forUpdating: world.url)
    let length = try file.seekToEnd()
    try file.seek(toOffset: 65_536)
    try file.write(contentsOf: Data(repeating: 0xFF, count: Int(length) - 65_536))
    try file.close()
    world.serve(.answers("2", fresh))
    for number in 1..<200 { #expect(await world.ask(.http, "/\(number)") == "2 network") }
    await world.cache.settled()
    #expect(world.problems.contains { $0.code == .corrupt })
    await world.restart()
    for number in 1..<200 { #expect(await world.ask(.cacheOnly, "/\(number)") == "2 cache") }
  }

  // Caches folders are emptied while apps run.
  @Test func aFileThatVanishesIsMadeAnew() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    _ = await world.ask(.http, "/a")
    await world.cache.settled()
    try FileManager.default.removeItem(at: world.folder)
    _ = await world.ask(.http, "/b")
    await world.cache.settled()
    #expect(world.problems.map(\.code) == [.moved])
    _ = await world.ask(.http, "/c")
    await world.cache.settled()
    await world.restart()
    for path in ["/b", "/c"] { #expect(await world.ask(.cacheOnly, path) == "1 cache") }
    #expect(world.problems.count == 1)
  }

  @Test func aLogWithoutItsFileIsDeletedToo() async throws {
    let world = World()
    try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
    for suffix in ["-wal", "-shm", "-lock"] { try Data("1".utf8).write(to: URL(filePath: world.url.path + suffix)) }
    try world.cache.closeAndDelete()
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path) == [])
  }

  @Test func aCacheThatCannotBeOpenedIsAMiss() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    try FileManager.default.createDirectory(at: world.url, withIntermediateDirectories: true)
    #expect(await world.ask() == "1 network")
    await world.cache.settled()
    #expect(!world.problems.isEmpty)
    try FileManager.default.removeItem(at: world.url)
    #expect(await world.ask(.http, "/c") == "1 network")
    await world.restart()
    #expect(await world.ask(.http, "/c") == "1 cache")
  }

  @Test func aRowOfAnotherFormatIsAMiss() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    _ = await world.ask()
    await world.restart()
    let store = try Store(at: world.url)
    let rows = store.collection("responses", of: Data.self, encoding: .raw)
    let key = try #require(try rows.keys().first)
    let whole = try #require(try rows.value(for: key))
    store.close()
    for broken in [Data(), Data([9]) + whole.dropFirst(), whole.prefix(40), Data(repeating: 0xFF, count: 200)] {
      let store = try Store(at: world.url)
      try await store.collection("responses", of: Data.self, encoding: .raw).put(broken, for: key)
      store.close()
      #expect(await world.ask(.cacheOnly) == "notCached")
      await world.restart()
    }
    #expect(await world.ask() == "1 network")
  }

  @Test func twoCachesOnOneFileSeeEachOther() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    let other = ResponseCache(at: world.url) { $0.date = { world.time.now } }
    let otherClient = Client(site, transport: world.transport) { $0.cache = other }
    #expect(await world.ask(.cacheOnly) == "notCached")
    try world.cache.noticeOtherProcesses()
    _ = try await otherClient.send(.text("/b"))
    await other.settled()
    #expect(try world.cache.noticeOtherProcesses())
    #expect(await world.ask() == "1 cache")
    #expect(try !world.cache.noticeOtherProcesses())
    await other.close()
  }

  @Test func inMemoryItEndsWithItself() async throws {
    let world = World()
    world.serve(.answers("1", fresh))
    let cache = ResponseCache.inMemory { $0.date = { world.time.now } }
    let client = Client(site, transport: world.transport) { $0.cache = cache }
    for _ in 0..<2 { #expect(try await client.send(.text("/b")) == "1") }
    #expect(world.calls == 1)
    #expect(try await cache.statistics().diskBytes == 0)
    #expect(cache.url == nil)
  }

  /// The child beside the test's own executable.
  private static let child = Bundle.main.executableURL.map {
    var folder = $0.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "CacheChild").path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "CacheChild")
  }

  @Test func aKilledProcessLeavesAReadableCache() async throws {
    let world = World()
    var next = 0
    for round in 0..<(isSoak ? 200 : 5) {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = Self.child
      process.arguments = [world.url.path, "\(next)"]
      process.standardOutput = pipe
      try process.run()
      var text = Data()
      while text.count(where: { $0 == 10 }) < 10 + round % 7 {
        let more = pipe.fileHandleForReading.availableData
        if more.isEmpty { break }
        text += more
      }
      kill(process.processIdentifier, SIGKILL)
      text += pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let last = String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.max() ?? 0
      #expect(last > next)
      // What was settled is there: every seventh and all before it.
      for number in next...max(next, last / 7 * 7) {
        #expect(await world.ask(.cacheOnly, "/\(number)") == "\"/\(number)\" stale")
      }
      next = last + 10
      await world.restart()
    }
    #expect(world.problems.isEmpty)
    #expect(try await Store(at: world.url).integrityCheck() == [])
  }
}
