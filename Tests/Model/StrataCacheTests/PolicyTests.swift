// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import Testing

/// What each policy gives in each situation: the table of L1-20, with every defect listed there.
@Suite(.timeLimit(.minutes(1))) struct PolicyTests {
  enum Situation: String, CaseIterable, Sendable {
    case miss, hit, stale, offlineMiss, offlineHit, offlineStale, cancelled, restart, otherUser, clockSetBack
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var policy: CachePolicy
    var viaDeliveries = false
    /// In the order of the situations.
    var results: [String]
    var testDescription: String { name }
  }

  static let minute = Duration.seconds(60)
  // The server says `max-age=60` and has "2"; what was saved is "1", 30 seconds ago, or 120 where it is stale.
  static let table = [
    Row(
      name: "http", policy: .http,
      results: [
        "2 network", "1 cache", "2 network", "offline", "1 cache", "offline", "cancelled", "1 cache", "2 network",
        "2 network",
      ]),
    Row(
      name: "networkOnly", policy: .networkOnly,
      results: [
        "2 network", "2 network", "2 network", "offline", "offline", "offline", "cancelled", "2 network", "2 network",
        "2 network",
      ]),
    Row(
      name: "reload", policy: .reload,
      results: [
        "2 network", "2 network", "2 network", "offline", "offline", "offline", "cancelled", "2 network", "2 network",
        "2 network",
      ]),
    Row(
      name: "cacheElseNetwork", policy: .cacheElseNetwork(maxAge: minute),
      results: [
        "2 network", "1 cache", "2 network", "offline", "1 cache", "offline", "cancelled", "1 cache", "2 network",
        "2 network",
      ]),
    Row(
      name: "cacheThenNetwork, sent", policy: .cacheThenNetwork(maxAge: minute),
      results: [
        "2 network", "1 cache", "2 network", "offline", "1 cache", "offline", "cancelled", "1 cache", "2 network",
        "2 network",
      ]),
    Row(
      name: "cacheThenNetwork, delivered", policy: .cacheThenNetwork(maxAge: minute), viaDeliveries: true,
      results: [
        "2 network", "1 cache, 2 network", "2 network", "offline", "1 cache, offline", "offline", "cancelled",
        "1 cache, 2 network", "2 network", "2 network",
      ]),
    Row(
      name: "cacheOnly", policy: .cacheOnly,
      results: [
        "notCached", "1 cache", "1 stale", "notCached", "1 cache", "1 stale", "1 stale", "1 cache", "notCached",
        "1 stale",
      ]),
  ]

  @Test(arguments: table, Situation.allCases)
  func everyPolicyInEverySituation(row: Row, situation: Situation) async throws {
    let world = World()
    world.signIn("ann")
    let fresh: Headers = ["Cache-Control": "max-age=60"]
    if ![.miss, .offlineMiss].contains(situation) {
      world.serve(.answers("1", fresh))
      #expect(await world.ask() == "1 network")
    }
    let asked = Latch()
    world.serve(.answers("2", fresh))
    switch situation {
    case .miss, .hit: world.time.advance(30)
    case .stale: world.time.advance(120)
    case .offlineMiss, .offlineHit:
      world.serve(.offline)
      world.time.advance(30)
    case .offlineStale:
      world.serve(.offline)
      world.time.advance(120)
    case .cancelled:
      world.serve(.hangs { asked.open() })
      world.time.advance(120)
    case .restart:
      await world.restart()
      world.time.advance(30)
    case .otherUser: world.signIn("bob")
    case .clockSetBack: world.time.advance(-86_400)
    }
    let work = Task {
      defer { asked.open() }
      guard row.viaDeliveries else { return await world.ask(row.policy) }
      return await world.deliveries(.text("/b").cached(row.policy)).joined(separator: ", ")
    }
    if situation == .cancelled {
      await asked.wait()
      work.cancel()
    }
    let index = try #require(Situation.allCases.firstIndex(of: situation))
    #expect(await work.value == row.results[index])
    #expect(world.problems.isEmpty)
  }

  // L1-20, L2-18: reload stores; networkOnly leaves what is there
  @Test(
    arguments: [
      (.http, "2 cache"), (.networkOnly, "1 stale"), (.reload, "2 cache"),
      (.cacheElseNetwork(maxAge: minute), "2 cache"),
      (.cacheThenNetwork(maxAge: minute), "2 cache"), (.cacheOnly, "1 stale"),
      (.cacheElseNetwork(maxAge: .zero), "1 stale"),
      (.cacheThenNetwork(maxAge: .zero), "1 stale"),
    ] as [(CachePolicy, String)])
  func whatEachPolicyLeaves(policy: CachePolicy, left: String) async {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=60"]))
    _ = await world.ask()
    world.time.advance(120)
    world.serve(.answers("2", ["Cache-Control": "max-age=60"]))
    _ = await world.ask(policy)
    #expect(await world.ask(.cacheOnly) == left)
  }

  // S3-I2, W7: servers that say nothing about caching
  @Test func theAppsRuleStoresWhatTheServerSaysNothingAbout() async {
    let world = World()
    let policy = CachePolicy.cacheElseNetwork(maxAge: Self.minute)
    #expect(await world.ask(policy) == "1 network")
    #expect(await world.ask(policy) == "1 cache")
    #expect(await world.ask(.http) == "1 network")
    world.serve(.status(500))
    #expect(await world.ask(policy, "/c") == "server(status: 500)")
    #expect(await world.ask(.cacheOnly, "/c") == "notCached")
  }

  // Section 4 rule 11, L2-14
  @Test(arguments: [CachePolicy.cacheElseNetwork(maxAge: .zero), .cacheThenNetwork(maxAge: .zero)])
  func aMaximalAgeOfZeroStoresNothing(policy: CachePolicy) async throws {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=60"]))
    #expect(await world.ask(policy) == "1 network")
    #expect(await world.deliveries(.text("/b").cached(policy)) == ["1 network"])
    #expect(await world.ask(.cacheOnly) == "notCached")
    #expect(try await world.cache.statistics().answers == 0)
  }

  // W12: without a cache nothing comes from one, whatever the clock says
  @Test func withoutACacheNothingIsSaved() async throws {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=60"]))
    let client = Client(site, transport: world.transport)
    for _ in 0..<3 {
      #expect(try await client.send(.raw(.get, "/b")).origin == .network)
      world.time.advance(-86_400)
    }
    #expect(world.calls == 3)
  }

  // L2-15, L2-17
  @Test func anotherVersionIsAMiss() async {
    let world = World { $0.version = "1.0" }
    let policy = CachePolicy.cacheElseNetwork(maxAge: Self.minute)
    let request = Request.raw(.get, "/b")
    #expect(await world.result(request.cached(policy, version: 1)) == "1 network")
    #expect(await world.result(request.cached(policy, version: 1)) == "1 cache")
    #expect(await world.result(request.cached(policy, version: 2)) == "1 network")
    #expect(await world.result(request.cached(.cacheOnly, version: 1)) == "notCached")
    let next = World { $0.version = "1.1" }
    await world.restart()
    try? FileManager.default.createDirectory(at: next.folder, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(at: world.url, to: next.url)
    #expect(await next.result(request.cached(.cacheOnly, version: 2)) == "notCached")
  }

  // L2-21, L2-24: what a request asks by POST
  @Test func aPostWithARuleIsSavedByItsBody() async {
    let world = World()
    let policy = CachePolicy.cacheElseNetwork(maxAge: Self.minute)
    func search(_ text: String) -> Request<Answer> {
      Request.raw(.post, "/search", body: .data(Data(text.utf8), contentType: "a/b")).cached(policy)
    }
    #expect(await world.result(search("x")) == "1 network")
    world.serve(.answers("2", [:]))
    #expect(await world.result(search("y")) == "2 network")
    #expect(await world.result(search("x")) == "1 cache")
    #expect(await world.result(search("y")) == "2 cache")
    let stream = UploadBody.stream(length: 0) { { nil } }
    let unkept = Request.raw(.post, "/search", body: .stream(stream, contentType: "a/b")).cached(policy)
    #expect(await world.result(unkept) == "2 network")
    #expect(await world.result(unkept) == "2 network")
  }

  // A change is a change, whatever its rule
  @Test(arguments: [HTTPMethod.put, .patch, .delete])
  func whatChangesIsNeverAnsweredFromTheCache(method: HTTPMethod) async {
    let world = World()
    let policy = CachePolicy.cacheElseNetwork(maxAge: Self.minute)
    _ = await world.ask(policy)
    #expect(await world.result(Request.raw(method, "/b").cached(policy)) == "1 network")
    #expect(await world.result(Request.raw(method, "/b").cached(policy)) == "1 network")
    #expect(await world.ask(.cacheOnly) == "notCached")
  }

  @Test func onlyIfCachedIsAnswered504() async throws {
    let world = World()
    let answer = try await world.client.send(.raw(.get, "/b", headers: ["Cache-Control": "only-if-cached"]))
    #expect(answer.status == 504)
    #expect(world.calls == 0)
  }
}
