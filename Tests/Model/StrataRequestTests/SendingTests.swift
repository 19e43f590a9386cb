// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SendingTests {
  private let client = Client(
    site,
    transport: ScriptedTransport { request in
      switch request.url.lastPathComponent {
      case "bad": return .status(404)
      case "slow":
        try await Gate().pass()
        return .status(200)
      default: return .json("\"\(request.url.lastPathComponent)\"")
      }
    })

  // L2-27: an empty list completes
  @Test func allOrNothing() async throws {
    #expect(try await client.send(all: [Request<String>]()) == [])
    #expect(try await client.send(all: [.get("/a"), .get("/b")]) == ["a", "b"])
    do throws(RequestError) {
      _ = try await client.send(all: [.text("/slow"), .text("/bad"), .text("/slow")], .failFast)
      Issue.record("no error")
    } catch {
      #expect(error.reason == .server(status: 404))
      #expect(error.url.hasSuffix("/bad"))
    }
  }

  // W1
  @Test func eachForItself() async throws {
    let results = await client.send(all: [Request<String>.get("/a"), .get("/bad"), .get("/c")], .collect)
    let values = results.map { try? $0.get() }
    #expect(values == ["a", nil, "c"])
  }

  // S0-25, W2
  @MainActor @Test func oldCodeIsCalledBackOnceOnTheMainActor() async throws {
    var results: [String?] = []
    await client.send(.get("/a", returning: String.self)) { results.append(try? $0.get()) }.value
    await client.send(.get("/bad", returning: String.self)) { results.append(try? $0.get()) }.value
    let task = client.send(.text("/slow")) { result in
      if case .failure(let error) = result, error.reason == .cancelled { results.append("cancelled") }
    }
    task.cancel()
    await task.value
    #expect(results == ["a", nil, "cancelled"])
  }

  /// A cache of one saved answer.
  private struct OneSaved: Caching {
    let saved: String?
    func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
      guard let saved, request.options.cache != .reload else { return try await next(request) }
      return TransportResponse(status: 200, body: ResponseBody(Data(saved.utf8)), origin: .cache)
    }
  }

  // W7, W21
  @Test(arguments: [
    ("\"old\"", ["old cache", "new network"]), ("\"new\"", ["new cache"]), (nil, ["new network"]),
  ])
  func savedThenAskedThenNothingIfEqual(saved: String?, expected: [String]) async throws {
    let client = Client(site, transport: ScriptedTransport { _ in .json("\"new\"") }) {
      $0.cache = OneSaved(saved: saved)
    }
    let request = Request<String>.get("/b").cached(.cacheThenNetwork(maxAge: .seconds(60)))
    var seen: [String] = []
    for try await delivery in client.deliveries(request) { seen.append("\(delivery.value) \(delivery.origin)") }
    #expect(seen == expected)
  }

  @Test func onlySavedAndNothingSavedIsAnError() async throws {
    let transport = ScriptedTransport()
    let client = Client(site, transport: transport)
    #expect(await reason(client, Request.text("/").cached(.cacheOnly)) == .notCached)
    #expect(transport.requests.isEmpty)
  }
}
