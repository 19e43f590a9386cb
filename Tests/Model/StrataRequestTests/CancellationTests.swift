// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(10)))
struct CancellationTests {
  /// Runs a request until the server has reached a moment, cancels it, and checks that server and task notice.
  private func cancel(_ request: Request<Answer>, _ reach: @escaping @Sendable (FaultConnection) -> Void) async throws {
    let reached = Latch(), closed = Latch()
    let server = try FaultServer { connection in
      reach(connection)
      reached.open()
      connection.waitForClose()
      closed.open()
    }
    let client = Client(server.url())
    let task = Task { await reason(client, request) }
    await reached.wait()
    task.cancel()
    #expect(await task.value == .cancelled)
    await closed.wait()
  }

  @Test func beforeTheRequestIsRead() async throws { try await cancel(.raw(.get, "/")) { _ in } }

  @Test func beforeTheHead() async throws { try await cancel(.raw(.get, "/")) { _ = $0.readRequest() } }

  @Test func insideTheHead() async throws {
    try await cancel(.raw(.get, "/")) {
      _ = $0.readRequest()
      $0.send("HTTP/1.1 200 OK\r\nX: ")
    }
  }

  @Test func insideTheBody() async throws {
    try await cancel(.raw(.get, "/")) {
      _ = $0.readRequest()
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
    }
  }

  @Test func insideTheUpload() async throws {
    let body = UploadBody.stream(length: nil) {
      let isFirst = Box(true)
      return {
        if isFirst.change({ first in
          defer { first = false }; return first
        }) {
          return Data(count: 1_000)
        }
        try await Task.sleep(for: .seconds(3_600))
        return nil
      }
    }
    try await cancel(.raw(.post, "/", body: .stream(body, contentType: "text/plain"))) { _ = $0.readHead() }
  }

  @Test func releasingTheBodyEarlyClosesTheConnection() async throws {
    let closed = Latch()
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      connection.waitForClose()
      closed.open()
    }
    let transport = CurlTransport()
    do {
      let response = try await transport.exchange(TransportRequest(.get, server.url("/")))
      #expect(response.status == 200)
    }
    await closed.wait()
  }

  @Test func atRandomMomentsNothingHangs() async throws {
    let rounds = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1" ? 20_000 : 400
    let server = try FaultServer.answering { _ in FaultServer.reply(String(repeating: "a", count: 20_000)) }
    let client = Client(server.url())
    var generator = SystemRandomNumberGenerator()
    var ended = 0, slowest = Duration.zero
    for _ in 0..<(rounds / 20) {
      let tasks = (0..<20).map { _ in Task { await reason(client, .raw(.get, "/")) } }
      for task in tasks {
        try await Task.sleep(for: .microseconds(Int.random(in: 0...150, using: &generator)))
        task.cancel()
      }
      let start = ContinuousClock.now
      for task in tasks {
        let reason = await task.value
        if reason == nil || reason == .cancelled { ended += 1 }
      }
      slowest = max(slowest, start.duration(to: .now))
    }
    #expect(ended == rounds / 20 * 20)
    #expect(slowest < .seconds(1))
    #expect(try await client.send(.raw(.get, "/")).body.count == 20_000)
  }
}
