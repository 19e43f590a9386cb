// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest

extension ContractCase {
  static let faults: [ContractCase] = [
    ContractCase("nobody listens") { transport in
      guard let url = URL(string: "http://127.0.0.1:\(try FaultServer.unusedPort())") else { throw Broken("no URL") }
      try await unreachable(transport, url)
    },
    ContractCase("no such host") { transport in
      guard let url = URL(string: "http://no-such-host.invalid") else { throw Broken("no URL") }
      try await unreachable(transport, url)
    },
    ContractCase("reset before the head") { try await $0.fails([.interrupted]) { $0.reset() } },
    ContractCase("closed before the head") { try await $0.fails([.interrupted]) { $0.close() } },
    ContractCase("closed after the status line") {
      try await $0.fails([.interrupted, .malformed]) { $0.send("HTTP/1.1 200 OK\r\n") }
    },
    ContractCase("closed inside the head") {
      try await $0.fails([.interrupted, .malformed]) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n") }
    },
    ContractCase("reset inside the head") {
      try await $0.fails([.interrupted]) {
        $0.send("HTTP/1.1 200 OK\r\nContent-Le")
        $0.reset()
      }
    },
    ContractCase("reset inside the body") {
      try await $0.fails([.interrupted]) {
        $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.reset()
      }
    },
    ContractCase("less than Content-Length says") {
      try await $0.fails([.interrupted]) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf") }
    },
    ContractCase("chunks without the last one") {
      try await $0.fails([.interrupted]) {
        $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")
      }
    },
    ContractCase("a chunk with a bad size") {
      try await $0.fails([.malformed]) {
        $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n")
      }
    },
    ContractCase("a status line that is none") {
      try await $0.fails([.malformed]) { $0.send("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
    },
    ContractCase("ten megabytes of headers") {
      try await $0.fails([.malformed]) {
        $0.send("HTTP/1.1 200 OK\r\n")
        for number in 0..<100_000 where !$0.send("X-\(number): \(String(repeating: "a", count: 90))\r\n") { return }
      }
    },
    ContractCase("a header line of ten megabytes") {
      try await $0.fails([.malformed]) {
        $0.send("HTTP/1.1 200 OK\r\nX: ")
        for _ in 0..<1_000 where !$0.send(String(repeating: "a", count: 10_000)) { return }
      }
    },
    ContractCase("gzip that is none") {
      try await $0.fails([.malformed]) {
        $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!")
      }
    },
    ContractCase("gzip with a wrong checksum") {
      try await $0.fails([.malformed]) {
        var bytes = packedHello
        bytes[bytes.count - 8] ^= 1
        $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
        $0.send(bytes)
      }
    },
    ContractCase("gzip that breaks off where the length says") {
      try await $0.fails([.malformed]) {
        $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20\r\n\r\n")
        $0.send(packedHello.prefix(20))
      }
    },
    ContractCase("nothing before the head for too long") {
      try await $0.fails([.timedOut], idle: .milliseconds(300)) { $0.waitForClose() }
    },
    ContractCase("nothing inside the body for too long") {
      try await $0.fails([.timedOut], idle: .milliseconds(300)) {
        $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        $0.waitForClose()
      }
    },
  ]

  private static func unreachable(_ transport: any Transporting, _ url: URL) async throws {
    do {
      _ = try await transport.exchange(TransportRequest(.get, url))
      throw Broken("somebody answered")
    } catch let error as TransportError { try expect("kind", error.kind, .unreachable) }
  }

  static let endings: [ContractCase] = [
    ContractCase("a cancel before the head ends the exchange at once") { transport in
      try await cancelled(transport) { _ = $0.readRequest() }
    },
    ContractCase("a cancel inside the head ends the exchange at once") { transport in
      try await cancelled(transport) {
        _ = $0.readRequest()
        $0.send("HTTP/1.1 200 OK\r\nX: ")
      }
    },
    ContractCase("a cancel inside the body ends the exchange at once") { transport in
      try await cancelled(transport) {
        _ = $0.readRequest()
        $0.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
      }
    },
    ContractCase("a cancel before the start sends nothing") { transport in
      let server = try FaultServer.answering { _ in FaultServer.reply() }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.get(server)
      }
      do {
        _ = try await task.value
        throw Broken("an answer came")
      } catch is CancellationError {}
      try expect("requests", server.requests.count, 0)
    },
    ContractCase("releasing the body early closes the connection") { transport in
      let isClosed = Latch()
      let server = try FaultServer { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        connection.waitForClose()
        isClosed.open()
      }
      try expect("status", try await transport.exchange(TransportRequest(.get, server.url("/"))).status, 200)
      try await isClosed.wait(atMost: .seconds(5))
    },
    ContractCase("a long body ends when its reader has enough") { transport in
      let isClosed = Latch()
      let server = try FaultServer { connection in
        _ = connection.readRequest()
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        // NB: not without end, or a transport that reads on would take all memory.
        for _ in 0..<1_000 where !connection.send(Data(count: 100_000)) { break }
        connection.waitForClose()
        isClosed.open()
      }
      let response = try await transport.exchange(TransportRequest(.get, server.url("/")))
      try expect("too much", try await response.body.collect(upTo: 1_000_000), nil)
      try await isClosed.wait(atMost: .seconds(5))
    },
  ]

  /// Cancels an exchange when the server has reached a moment; the waiter and the server must notice.
  private static func cancelled(
    _ transport: any Transporting, _ reach: @escaping @Sendable (FaultConnection) -> Void
  ) async throws {
    let isReached = Latch(), isClosed = Latch()
    let server = try FaultServer { connection in
      reach(connection)
      isReached.open()
      connection.waitForClose()
      isClosed.open()
    }
    let task = Task { try await transport.get(server) }
    await isReached.wait()
    task.cancel()
    do {
      _ = try await task.value
      throw Broken("an answer came")
    } catch is CancellationError {}
    try await isClosed.wait(atMost: .seconds(5))
  }
}
