// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CurlTransportTests {
  private func client(_ server: FaultServer, configure: (inout Client.Configuration) -> Void = { _ in }) -> Client {
    Client(server.url("/api"), configure: configure)
  }

  @Test func anAnswerIsReadAndTheConnectionUsedAgain() async throws {
    let server = try FaultServer.answering { FaultServer.reply(#"{"id": 1, "title": "\#($0.target)"}"#) }
    let client = client(server)
    for page in 1...5 {
      let book = try await client.send(.get("/books", query: ["q": "a b", "page": page], returning: Book.self))
      #expect(book.title == "/api/books?q=a%20b&page=\(page)")
    }
    #expect(server.connections == 1)
  }

  @Test func theHeadArrivesBeforeTheBodyAndChunksAsTheyCome() async throws {
    let hasHead = DispatchSemaphore(value: 0)
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      connection.send("HTTP/1.1 203 Odd\r\nx-a:  1 \r\nX-A: 2\r\nTransfer-Encoding: chunked\r\n\r\n")
      hasHead.wait()
      connection.send("3\r\nabc\r\n")
      hasHead.wait()
      connection.send("2\r\nde\r\n0\r\nX-Trailer: t\r\n\r\n")
    }
    let response = try await CurlTransport().exchange(TransportRequest(.get, server.url("/")))
    #expect(response.status == 203)
    #expect(response.headers["X-a"] == "1, 2")
    var chunks = response.body.makeAsyncIterator()
    hasHead.signal()
    #expect(try await chunks.next() == Data("abc".utf8))
    hasHead.signal()
    #expect(try await chunks.next() == Data("de".utf8))
    #expect(try await chunks.next() == nil)
    #expect(try await chunks.next() == nil)
  }

  @Test func gzipIsDecodedAndTheHeadersDescribeWhatIsGiven() async throws {
    // "hello hello hello hello" by gzip
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAAC/8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let server = try FaultServer { connection in
      guard let request = connection.readRequest() else { return }
      #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
      connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
      connection.send(packed)
    }
    let answer = try await client(server).send(.raw(.get, "/"))
    #expect(answer.text == "hello hello hello hello")
    #expect(answer.headers["Content-Encoding"] == nil)
    #expect(answer.headers["Content-Length"] == nil)
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])
  func bodiesArriveWithEveryMethod(verb: String) async throws {
    let server = try FaultServer.answering { FaultServer.reply("\($0.method) \($0.text)") }
    let body = RequestBody.data(Data("12345".utf8), contentType: "text/plain")
    let answer = try await client(server).send(.raw(HTTPMethod(rawValue: verb), "/", body: body))
    #expect(answer.text == "\(verb) 12345")
    #expect(server.requests[0].headers["content-length"] == "5")
    #expect(server.requests[0].headers["expect"] == nil)
  }

  @Test func aPostWithoutABodySaysSo() async throws {
    let server = try FaultServer.answering { FaultServer.reply($0.headers["content-length"] ?? "none") }
    #expect(try await client(server).send(.raw(.post, "/")).text == "0")
    #expect(try await client(server).send(.raw(.get, "/")).text == "none")
  }

  @Test func headHasHeadersAndNoBody() async throws {
    let server = try FaultServer { connection in
      while connection.readRequest() != nil { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n") }
    }
    let client = client(server)
    let answer = try await client.send(.raw(.head, "/"))
    #expect(answer.headers["Content-Length"] == "99")
    #expect(answer.body.isEmpty)
    #expect(try await client.send(.raw(.head, "/")).status == 200)
    #expect(server.connections == 1)
  }

  @Test func aStreamedBodyIsPulledAndItsProgressReported() async throws {
    let server = try FaultServer.answering {
      FaultServer.reply("\($0.body.count) \($0.headers["content-length"] ?? "-")")
    }
    let client = client(server)
    for length in [300_000, nil] {
      let sent = Box(0)
      let body = UploadBody.stream(length: length) {
        let left = Box(3)
        return {
          left.change { count in
            count -= 1; return count >= 0 ? Data(count: 100_000) : nil
          }
        }
      }
      let request = Request.raw(.post, "/", body: .stream(body, contentType: "application/octet-stream"))
        .onSent { bytes in sent.change { $0 = bytes } }
      #expect(try await client.send(request).text == "300000 \(length.map { "\($0)" } ?? "-")")
      #expect(sent.value == 300_000)
    }
  }

  @Test func aStreamedBodyThatFailsEndsTheRequestWithItsError() async throws {
    struct NoFile: Error {}
    let server = try FaultServer.answering { _ in FaultServer.reply() }
    let body = UploadBody.stream(length: nil) { { throw NoFile() } }
    let error = await failure(client(server), .raw(.post, "/", body: .stream(body, contentType: "text/plain")))
    #expect(error?.reason == .unexpected)
    #expect(error?.underlying is NoFile)
  }

  @Test func aSlowReaderStopsTheServer() async throws {
    let sent = Box(0)
    let server = try FaultServer { connection in
      _ = connection.readRequest()
      let chunk = Data(count: 1_000_000)
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 64000000\r\n\r\n")
      for _ in 0..<64 where connection.send(chunk) { sent.change { $0 += chunk.count } }
    }
    let response = try await CurlTransport().exchange(TransportRequest(.get, server.url("/")))
    var body = response.body.makeAsyncIterator()
    var count = try await body.next()?.count ?? 0
    var seen = -1
    while seen != sent.value {
      seen = sent.value
      try await Task.sleep(for: .milliseconds(30))
    }
    #expect(seen < 32_000_000)
    while let chunk = try await body.next() { count += chunk.count }
    #expect(count == 64_000_000)
  }

  @Test func twoHundredAtOnceAreAllAnswered() async throws {
    let server = try FaultServer.answering { FaultServer.reply($0.target) }
    let client = client(server)
    let right = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { try await client.send(.text("/\(number)")) == "/api/\(number)" }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(right == 200)
  }
}
