// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

/// Caches that are not ours.
@Suite(.timeLimit(.minutes(1))) struct CachingTests {
  /// Has one answer at once, and none later.
  private struct AtOnce: Caching {
    func answerAtOnce(_ request: inout TransportRequest) -> TransportResponse? {
      TransportResponse(status: 200, body: ResponseBody(Data("saved".utf8)), origin: .cache)
    }
    func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
      try await next(request)
    }
  }

  @Test(arguments: [true, false])
  func anAnswerThatIsHereIsGivenBeforeAnythingIsSent(hasLayersAbove: Bool) async throws {
    let transport = ScriptedTransport()
    let client = Client(site, transport: transport) {
      $0.cache = AtOnce()
      if hasLayersAbove { $0.interceptors = [.outgoing { $0.headers["A"] = "1" }] }
    }
    let answer = try await client.send(.raw(.get, "/b"))
    #expect(answer.text == "saved" && answer.origin == .cache)
    #expect(transport.requests.isEmpty)
  }

  /// The sample of the documentation.
  private struct Canned: Caching {
    let answers: [URL: Data]
    func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
      switch request.options.cache {
      case .networkOnly, .reload: return try await next(request)
      case .http, .cacheElseNetwork, .cacheThenNetwork, .cacheOnly: break
      }
      guard let saved = answers[request.url] else { return try await next(request) }
      return TransportResponse(status: 200, body: ResponseBody(saved), origin: .cache)
    }
  }

  @Test func aCacheOfOnesOwnAnswersInPlaceOfTheServer() async throws {
    let transport = ScriptedTransport { _ in .data(Data("asked".utf8)) }
    let client = Client(site, transport: transport) {
      $0.cache = Canned(answers: [site.appending(path: "b"): Data("saved".utf8)])
    }
    #expect(try await client.send(.text("/b")) == "saved")
    #expect(try await client.send(.text("/c")) == "asked")
    #expect(transport.requests.count == 1)
    var seen: [String] = []
    for try await delivery in client.deliveries(Request.text("/b").cached(.cacheThenNetwork(maxAge: .seconds(60)))) {
      seen.append("\(delivery.value) \(delivery.origin)")
    }
    #expect(seen == ["saved cache", "asked network"])
  }

  /// Waits for itself, as one does that asks a disk.
  private struct Waiting: Caching {
    let gate = Gate()
    func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
      try await gate.pass()
      return try await next(request)
    }
  }

  // Our own transports end with a request's lifetime and need no task for that; what waits above them does.
  @Test func aCacheThatWaitsForItselfEndsWithTheDeadline() async throws {
    let (cache, clock) = (Waiting(), ManualClock())
    let client = Client(site, transport: CurlTransport()) {
      $0.cache = cache
      $0.clock = clock
    }
    let task = Task { await reason(client, Request.text("/b").within(.seconds(5))) }
    while cache.gate.waiterCount == 0 { await Task.yield() }
    await clock.sleeps(begun: 1)
    clock.advance(by: .seconds(5))
    #expect(await task.value == .timedOut)
    #expect(cache.gate.waiterCount == 0)
  }
}
