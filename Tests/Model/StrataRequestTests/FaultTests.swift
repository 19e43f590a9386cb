// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

/// What servers do wrong, what the request ends with, and that the client works afterwards.
@Suite(.timeLimit(.minutes(1)))
struct FaultTests {
  /// Serves "/ok" well and everything else by the closure.
  private func server(_ fault: @escaping @Sendable (FaultConnection) -> Void) throws -> FaultServer {
    try FaultServer { connection in
      while let request = connection.readRequest() {
        guard request.target == "/ok" else { return fault(connection) }
        connection.send(FaultServer.reply("fine"))
      }
    }
  }

  private func check(
    _ expected: RequestError.Reason, _ request: Request<Answer> = .raw(.get, "/bad"),
    configure: (inout Client.Configuration) -> Void = { _ in },
    _ fault: @escaping @Sendable (FaultConnection) -> Void
  ) async throws {
    let server = try server(fault)
    let client = Client(server.url(), configure: configure)
    #expect(await reason(client, request) == expected)
    #expect(try await client.send(.text("/ok")) == "fine")
  }

  @Test func refused() async throws {
    let port = try FaultServer.unusedPort()
    let client = Client(try #require(URL(string: "http://127.0.0.1:\(port)")))
    #expect(await reason(client, .text("/")) == .offline)
  }

  @Test func noSuchHost() async throws {
    let client = Client(try #require(URL(string: "http://no-such-host.invalid")))
    #expect(await reason(client, .text("/")) == .offline)
  }

  @Test func resetBeforeTheHead() async throws { try await check(.offline) { $0.reset() } }

  @Test func closedBeforeTheHead() async throws { try await check(.offline) { $0.close() } }

  @Test func resetInsideTheHead() async throws {
    try await check(.offline) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Le")
      $0.reset()
    }
  }

  @Test func closedInsideTheHeadWhereverThatIs() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n", count = Box(0)
    let server = try server { $0.send(String(head.prefix(count.value))) }
    let client = Client(server.url()) { $0.retry = .never }
    for bytes in 1...head.count {
      count.change { $0 = bytes }
      #expect(await reason(client, .raw(.get, "/bad")) == .offline, "\(bytes) bytes")
    }
    #expect(try await client.send(.text("/ok")) == "fine")
  }

  @Test func resetInsideTheBody() async throws {
    try await check(.offline) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      $0.reset()
    }
  }

  @Test func lessThanContentLengthSays() async throws {
    try await check(.offline) { $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf") }
  }

  @Test func chunksWithoutTheLastOne() async throws {
    try await check(.offline) { $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n") }
  }

  @Test func aChunkWithABadSize() async throws {
    try await check(.unreadable) { $0.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhalf\r\n") }
  }

  @Test func aStatusLineThatIsNone() async throws {
    try await check(.unreadable) { $0.send("SSH-2.0-OpenSSH_9.2\r\n\r\n") }
  }

  @Test func headersWithoutEnd() async throws {
    try await check(.unreadable) {
      $0.send("HTTP/1.1 200 OK\r\n")
      for number in 0..<100_000 where $0.send("X-\(number): \(String(repeating: "a", count: 90))\r\n") == false {
        return
      }
    }
  }

  @Test func aHeaderLineWithoutEnd() async throws {
    try await check(.unreadable) {
      $0.send("HTTP/1.1 200 OK\r\nX: ")
      for _ in 0..<1_000 where $0.send(String(repeating: "a", count: 10_000)) == false { return }
    }
  }

  @Test func aBodyWithoutEnd() async throws {
    try await check(.unreadable, configure: { $0.responseLimit = 1_000_000 }) {
      $0.send("HTTP/1.1 200 OK\r\n\r\n")
      while $0.send(String(repeating: "a", count: 100_000)) {}
    }
  }

  @Test func gzipThatIsNone() async throws {
    try await check(.unreadable) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!")
    }
  }

  @Test func bytesThatAreNoTextAreGivenAsTheyCan() async throws {
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      connection.send(Data("HTTP/1.1 200\r\nX-Name: caf".utf8) + [0xE9] + Data("\r\nETag:\"1\"\r\nX-B:   \r\n".utf8))
      connection.send(Data("Content-Length: 2\r\n\r\n".utf8) + [0xFF, 0x41])
    }
    let answer = try await Client(server.url()).send(.raw(.get, "/"))
    #expect(answer.text == "\u{FFFD}A")
    #expect(answer.headers["X-Name"] == "caf\u{FFFD}")
    #expect(answer.headers["ETag"] == "\"1\"")
    #expect(answer.headers["X-B"] == "")
  }

  @Test(arguments: ["204 No Content", "304 Not Modified"])
  func aBodyWhereNoneMayBeIsNotRead(status: String) async throws {
    let server = try server { $0.send("HTTP/1.1 \(status)\r\nContent-Length: 4\r\n\r\nbody") }
    let client = Client(server.url())
    #expect(try await client.send(.raw(.get, "/bad")).body.isEmpty)
    #expect(try await client.send(.text("/ok")) == "fine")
  }

  @Test func interimAnswersAreLeftOut() async throws {
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na")
    }
    let answer = try await Client(server.url()).send(.raw(.get, "/"))
    #expect(answer.status == 200)
    #expect(answer.headers["Link"] == nil)
  }

  @Test func nothingForLongerThanAllowed() async throws {
    try await check(.timedOut, configure: { $0.idleTimeout = .milliseconds(80) }) { $0.waitForClose() }
    try await check(.timedOut, configure: { $0.idleTimeout = .milliseconds(80) }) {
      $0.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      $0.waitForClose()
    }
  }

  @Test func aTrickleEndsWithTheDeadline() async throws {
    let clock = ManualClock()
    let server = try server { connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      // NB: no longer than the deadline, or it would run out for the next request too.
      for _ in 1...31 where connection.send("a") { clock.advance(by: .milliseconds(100)) }
      connection.waitForClose()
    }
    let client = Client(server.url()) { $0.clock = clock }
    #expect(await reason(client, Request.raw(.get, "/bad").within(.seconds(3))) == .timedOut)
    #expect(try await client.send(.text("/ok")) == "fine")
  }

  @Test func aPostIsNotDeliveredTwiceWhenAUsedConnectionDies() async throws {
    let server = try FaultServer { connection in
      while let request = connection.readRequest() {
        if request.target == "/bad" { return connection.close() }
        connection.send(FaultServer.reply("fine"))
      }
    }
    for body in [RequestBody.none, .data(Data("pay".utf8), contentType: "text/plain")] {
      let client = Client(server.url())
      #expect(try await client.send(.text("/ok")) == "fine")
      let before = server.requests.filter { $0.target == "/bad" }.count
      #expect(await reason(client, .raw(.post, "/bad", body: body)) == .offline)
      #expect(server.requests.filter { $0.target == "/bad" }.count == before + 1)
      #expect(try await client.send(.text("/ok")) == "fine")
    }
  }

  @Test func aProcessWithTooManyFilesOpenGetsAnErrorAndDoesNotHang() async {
    await #expect(processExitsWith: .success) {
      // No further file can be opened.
      var limit = rlimit(rlim_cur: 3, rlim_max: 3)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let client = Client(site, transport: CurlTransport()) { $0.retry = .never }
      #expect(await reason(client, .raw(.get, "/")) == .offline)
      #expect(await reason(client, .raw(.get, "/")) == .offline)
    }
  }
}
