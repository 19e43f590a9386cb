// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataTesting
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

  @Test func insideTheUpload() async throws {
    let body = UploadBody.stream(length: nil) {
      let isFirst = Box(true)
      return {
        if isFirst.change({ first in
          defer { first = false }; return first
        }) {
          return Data(count: 1_000)
        }
        try await Gate().pass()
        return nil
      }
    }
    try await cancel(.raw(.post, "/", body: .stream(body, contentType: "text/plain"))) { _ = $0.readHead() }
  }

  // Each at a moment of its own; what is measured is how long the waiter waits after its cancel.
  @Test func atRandomMomentsNothingHangs() async throws {
    let rounds = isSoak ? 20_000 : 400
    let server = try FaultServer.answering(keepsRequests: false) { _ in
      FaultServer.reply(String(repeating: "a", count: 20_000))
    }
    let client = Client(server.url())
    var source = Seeded(state: 1)
    var waits: [Duration] = [], counts: [RequestError.Reason?: Int] = [:]
    for _ in 0..<(rounds / 20) {
      let tasks = (0..<20).map { _ in Task { await reason(client, .raw(.get, "/")) } }
      for task in tasks {
        for _ in 0..<Int.random(in: 0...40, using: &source) { await Task.yield() }
        let start = ContinuousClock.now
        task.cancel()
        counts[await task.value, default: 0] += 1
        waits.append(start.duration(to: .now))
      }
    }
    waits.sort()
    let late = waits.count { $0 > .milliseconds(50) }
    print(
      "cancel: \(waits.count) of \(rounds) ended, \(counts[.cancelled] ?? 0) cancelled, \(counts[nil] ?? 0) answered,")
    print("  waiter resumed: median \(waits[rounds / 2]), slowest \(waits[rounds - 1]), \(late) later than 50 ms")
    #expect((counts[.cancelled] ?? 0) + (counts[nil] ?? 0) == rounds)
    if isSoak { #expect(late == 0) }
    #expect(try await client.send(.raw(.get, "/")).body.count == 20_000)
    #expect(client.inFlight.isEmpty)
  }
}
