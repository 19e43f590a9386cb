// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct UploadTests {
  private func withFile<R>(_ data: Data, _ body: (URL) async throws -> R) async throws -> R {
    let url = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString).bin")
    try data.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(url)
  }

  // L1-08
  @Test func partsArriveAsWrittenAndNamesCannotBreakOut() async throws {
    let server = try FaultServer.answering { _ in FaultServer.reply("1") }
    try await withFile(Data("FILE".utf8)) { url in
      let form = Multipart(
        .field("title", "a\u{E9}"), .data("d\"\r\nX: y", Data("DATA".utf8), fileName: "n.txt", type: "text/plain"),
        .file("f", at: url, fileName: "f.bin"))
      let answer = try await Client(server.url()).send(.post("/", multipart: form, returning: Int.self))
      #expect(answer == 1)
    }
    let request = try #require(server.requests.first)
    let boundary = try #require(request.headers["content-type"]?.split(separator: "boundary=").last)
    let expected = [
      "--B", "Content-Disposition: form-data; name=\"title\"", "", "a\u{E9}", "--B",
      "Content-Disposition: form-data; name=\"d%22%0D%0AX: y\"; filename=\"n.txt\"", "Content-Type: text/plain", "",
      "DATA", "--B", "Content-Disposition: form-data; name=\"f\"; filename=\"f.bin\"",
      "Content-Type: application/octet-stream", "", "FILE", "--B--", "",
    ].joined(separator: "\r\n")
    #expect(request.text.replacing(boundary, with: "B") == expected)
    #expect(request.headers["content-length"] == "\(request.body.count)")
  }

  @Test func aFileIsStreamedWithItsLengthAndProgress() async throws {
    let server = try FaultServer.answering {
      FaultServer.reply("\($0.body.count) \($0.headers["content-length"] ?? "")")
    }
    let steps = Box([Int]())
    try await withFile(Data(count: 1_000_000)) { url in
      let request = Request.raw(.put, "/", body: .file(url, contentType: "image/png"))
        .onSent { bytes in steps.change { $0.append(bytes) } }
      let answer = try await Client(server.url()).send(request)
      #expect(answer.text == "1000000 1000000")
    }
    #expect(steps.value == steps.value.sorted())
    #expect(steps.value.last == 1_000_000)
    #expect(server.requests[0].headers["content-type"] == "image/png")
  }

  @Test func aFileThatIsGoneIsAnErrorAndNotAnEmptyBody() async throws {
    let server = try FaultServer.answering { _ in FaultServer.reply() }
    let gone = URL(filePath: "/nonexistent/strata.bin")
    let reason = await reason(Client(server.url()), .raw(.put, "/", body: .file(gone, contentType: "a/b")))
    #expect(reason == .unexpected)
    #expect(server.requests.isEmpty)
  }

  @Test func aFileIsReadAgainForAnotherAttempt() async throws {
    let server = try FaultServer { connection in
      while let request = connection.readRequest() {
        connection.send(FaultServer.reply(request.text, status: connection.number == 1 ? "503 Busy" : "200 OK"))
        if connection.number == 1 { return }
      }
    }
    try await withFile(Data("abc".utf8)) { url in
      let client = Client(server.url()) { $0.retry.base = .milliseconds(1) }
      let answer = try await client.send(.raw(.put, "/", body: .file(url, contentType: "a/b")))
      #expect(answer.text == "abc")
    }
    #expect(server.requests.map(\.text) == ["abc", "abc"])
  }

  /// A stream of some chunks that announces a length.
  private func stream(_ length: Int, _ chunks: [String]) -> RequestBody {
    .stream(
      .stream(length: length) {
        let left = Box(chunks)
        return { left.change { chunks in chunks.isEmpty ? nil : Data(chunks.removeFirst().utf8) } }
      }, contentType: "text/plain")
  }

  // What is too much would be the server's next request.
  @Test(arguments: [["1234567890GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n"], ["12345", "67890ab"], ["123"], []])
  func aStreamOfAnotherLengthThanItSaysIsAnErrorAndSpoilsNothing(chunks: [String]) async throws {
    let server = try FaultServer.answering { FaultServer.reply($0.target) }
    let client = Client(server.url(), transport: CurlTransport())
    #expect(await reason(client, .raw(.put, "/put", body: stream(10, chunks))) == .invalidRequest)
    for number in 0..<5 { #expect(try await client.send(.text("/\(number)")) == "/\(number)") }
    #expect(!server.requests.contains { $0.target == "/smuggled" })
  }

  @Test func whatAFileHasGrownByIsNotSent() async throws {
    let server = try FaultServer.answering { FaultServer.reply("\($0.target) \($0.body.count)") }
    let client = Client(server.url(), transport: CurlTransport())
    try await withFile(Data(count: 1_000_000)) { url in
      let request = Request.raw(.put, "/put", body: .file(url, contentType: "a/b")).onSent { _ in
        guard let file = try? FileHandle(forWritingTo: url) else { return }
        _ = try? file.seekToEnd()
        try? file.write(contentsOf: Data("GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        try? file.close()
      }
      let answer = try await client.send(request)
      #expect(answer.text == "/put 1000000")
    }
    for number in 0..<5 { #expect(try await client.send(.text("/\(number)")) == "/\(number) 0") }
    #expect(!server.requests.contains { $0.target == "/smuggled" })
  }
}
