// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RetryTests {
  /// A client whose pauses are not shortened and pass at once, and who saw them.
  private func client(
    _ transport: any Transporting, configure: (inout Client.Configuration) -> Void = { _ in }
  ) -> (Client, Pauses) {
    let pauses = Pauses()
    let client = Client(site, transport: transport) {
      $0.clock = pauses.clock
      $0.timeout = .seconds(100_000)
      $0.random = { 0 }
      $0.date = { withExtendedLifetime(pauses) { Date(timeIntervalSince1970: 784_111_777) } }
      configure(&$0)
    }
    return (client, pauses)
  }

  // W4
  @Test(arguments: [408, 429, 502, 503, 504])
  func passingStatusesAreTriedAgainWithDoubledPauses(status: Int) async throws {
    let transport = ScriptedTransport(.status(status), .status(status), .json("1"))
    let (client, pauses) = client(transport)
    #expect(try await client.send(.get("/", returning: Int.self)) == 1)
    #expect(pauses.all == [.milliseconds(500), .seconds(1)])
  }

  @Test(arguments: [TransportError.Kind.unreachable, .interrupted, .timedOut])
  func connectionErrorsAreTriedAgainUpToTheCap(kind: TransportError.Kind) async throws {
    let transport = ScriptedTransport { _ in .failure(kind) }
    let (client, _) = client(transport)
    #expect(await reason(client, .text("/")) == (kind == .timedOut ? .timedOut : .offline))
    #expect(transport.requests.count == 3)
  }

  @Test(arguments: [200, 400, 401, 404, 500, 501])
  func otherStatusesAreNot(status: Int) async throws {
    let transport = ScriptedTransport { _ in .status(status) }
    _ = try await client(transport).0.send(.raw(.get, "/"))
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [TransportError.Kind.untrusted, .malformed, .invalidRequest])
  func errorsThatStayAreNot(kind: TransportError.Kind) async throws {
    let transport = ScriptedTransport { _ in .failure(kind) }
    #expect(await reason(client(transport).0, .text("/")) != nil)
    #expect(transport.requests.count == 1)
  }

  @Test func aWriteIsOnlyTriedAgainWithAKey() async throws {
    let transport = ScriptedTransport { _ in .failure(.interrupted) }
    let (client, _) = client(transport)
    for (request, count) in [
      (Request.sending(.post, "/"), 1), (.sending(.patch, "/"), 1), (.sending(.put, "/"), 3), (.delete("/"), 3),
      (Request.sending(.post, "/").idempotent("k1"), 3),
    ] {
      let before = transport.requests.count
      #expect(await reason(client, request) == .offline)
      #expect(transport.requests.count - before == count)
    }
    #expect(transport.requests.last?.headers["Idempotency-Key"] == "k1")
  }

  @Test(arguments: [
    ("7", Duration.seconds(7)), ("Sun, 06 Nov 1994 08:49:47 GMT", .seconds(10)),
    ("Sun, 06 Nov 1994 08:00:00 GMT", .zero), ("soon", .milliseconds(500)), ("-1", .milliseconds(500)),
  ])
  func retryAfterIsObeyed(text: String, pause: Duration) async throws {
    let transport = ScriptedTransport(.status(503, headers: ["Retry-After": text]), .status(200))
    let (client, pauses) = client(transport)
    try await client.send(.sending(.get, "/"))
    #expect(pauses.all == (pause == .zero ? [] : [pause]))
  }

  @Test func aServerThatWantsTooLongIsNotAskedAgain() async throws {
    let transport = ScriptedTransport { _ in .status(503, headers: ["Retry-After": "31"]) }
    #expect(await reason(client(transport).0, .text("/")) == .server(status: 503))
    #expect(transport.requests.count == 1)
  }

  @Test func pausesAreSpreadAndCapped() async throws {
    let transport = ScriptedTransport { _ in .status(503) }
    let (client, pauses) = client(transport) {
      $0.retry = .exponential(maxAttempts: 5, base: .seconds(4), longestPause: .seconds(10))
      $0.random = { 0.5 }
    }
    #expect(await reason(client, .text("/")) == .server(status: 503))
    #expect(pauses.all == [.seconds(3), .seconds(6), .seconds(7.5), .seconds(7.5)])
  }

  @Test func neverMeansOnce() async throws {
    let transport = ScriptedTransport { _ in .status(503) }
    #expect(await reason(client(transport).0, Request.text("/").retry(.never)) == .server(status: 503))
    #expect(transport.requests.count == 1)
  }

  // Field report D: never after cancel
  @Test func aCancelledRequestIsNotTriedAgain() async throws {
    let clock = ManualClock()
    let transport = ScriptedTransport { _ in .failure(.interrupted) }
    let client = Client(site, transport: transport) { $0.clock = clock }
    let task = Task { await reason(client, .text("/")) }
    await clock.sleeps(begun: 2)
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(transport.requests.count == 1)
  }

  @Test func aLossInsideTheBodyCountsAsWell() async throws {
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" + (connection.number == 1 ? "ha" : "half"))
    }
    let client = Client(server.url()) { $0.retry.base = .milliseconds(1) }
    #expect(try await client.send(.text("/")) == "half")
    #expect(server.requests.count == 2)
  }
}

/// Lets pauses pass as soon as they begin, and keeps them; a deadline, which is long, stands.
private final class Pauses: Sendable {
  let clock = ManualClock()
  private let task: Task<Void, Never>

  init() {
    task = Task { [clock] in
      var count = 1
      while !Task.isCancelled {
        await clock.sleeps(begun: count)
        for pause in clock.slept.dropFirst(count - 1) {
          if pause < .seconds(3_600) { clock.advance(by: pause) }
          count += 1
        }
      }
    }
  }

  deinit { task.cancel() }

  var all: [Duration] { clock.slept.filter { $0 < .seconds(3_600) } }
}
