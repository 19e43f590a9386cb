#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

import LoopbackServer
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LoopbackServerTests {
  @Test func handlerSeesMethodPathQueryHeadersAndBody() async throws {
    let server = try LoopbackServer { request in
      .init(status: 201, headers: [.init("X-Kind", "test")], text: "made")
    }
    defer { server.stop() }
    let answer = try await RawClient.ask(
      server.port, "POST /a%20b?q=c%C3%A9+d&q=2&bare", headers: "X-Token: abc\r\nContent-Length: 5\r\n", body: "hello"
    )
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
    #expect(answer.contains("X-Kind: test\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nmade"))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.method == "POST")
    #expect(request.target == "/a%20b?q=c%C3%A9+d&q=2&bare")
    #expect(request.path == "/a b")
    #expect(request.query == [.init("q", "cé d"), .init("q", "2"), .init("bare", "")])
    #expect(request.query("q") == "cé d")
    #expect(request.query("none") == nil)
    #expect(request.header("x-token") == "abc")
    #expect(request.body == Array("hello".utf8))
  }

  @Test func headIsAnsweredWithoutBodyButWithItsLength() async throws {
    let server = try LoopbackServer { _ in .init(text: "seven!!") }
    defer { server.stop() }
    let answer = try await RawClient.ask(server.port, "HEAD /")
    #expect(answer.contains("Content-Length: 7\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func connectionServesSeveralRequests() async throws {
    let server = try LoopbackServer { request in .init(text: "[\(request.path)]") }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    for number in 1...5 {
      client.send("GET /\(number) HTTP/1.1\r\nHost: t\r\n\r\n")
      #expect(await client.receive(until: "]").hasSuffix("[/\(number)]"))
    }
    #expect(server.requests.map(\.path) == ["/1", "/2", "/3", "/4", "/5"])
  }

  @Test func malformedRequestIsAnswered400WithoutTheHandler() async throws {
    let server = try LoopbackServer { _ in .init(text: "reached") }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")  // no Host (RFC 9112, 3.2)
    #expect(await client.receive().hasPrefix("HTTP/1.1 400 "))
    #expect(server.requests.isEmpty)
  }

  @Test func uploadOverTheLimitIsAnswered413() async throws {
    let server = try LoopbackServer(bodyLimit: 10) { _ in .init(text: "fits") }
    defer { server.stop() }
    let fits = try await RawClient.ask(
      server.port, "PUT /", headers: "Content-Length: 10\r\n", body: String(repeating: "x", count: 10))
    #expect(fits.hasSuffix("fits"))
    let large = try await RawClient.ask(
      server.port, "PUT /", headers: "Content-Length: 11\r\n", body: String(repeating: "x", count: 11))
    #expect(large.hasPrefix("HTTP/1.1 413 "))
    #expect(server.requests.count == 1)
  }

  @Test func handlerThatThrowsIsAnswered500() async throws {
    struct Broken: Error {}
    let server = try LoopbackServer { _ in throw Broken() }
    defer { server.stop() }
    #expect(try await RawClient.ask(server.port, "GET /").hasPrefix("HTTP/1.1 500 "))
  }

  @Test func streamArrivesChunkByChunk() async throws {
    let (stream, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let server = try LoopbackServer { _ in .init(body: .stream(stream)) }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
    chunks.yield(Array("one".utf8))
    #expect(await client.receive(until: "one\r\n").contains("Transfer-Encoding: chunked\r\n"))
    chunks.yield(Array("two".utf8))
    #expect(await client.receive(until: "two\r\n").contains("3\r\ntwo"))
    chunks.finish()
    #expect(await client.receive(until: "0\r\n\r\n") == "0\r\n\r\n")
  }

  @Test func streamThatThrowsCutsTheConnection() async throws {
    struct Broken: Error {}
    let (stream, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    chunks.yield(Array("one".utf8))
    chunks.finish(throwing: Broken())
    let server = try LoopbackServer { _ in .init(body: .stream(stream)) }
    defer { server.stop() }
    let answer = try await RawClient.ask(server.port, "GET /")
    #expect(!answer.hasSuffix("0\r\n\r\n"))
  }

  @Test func delayPassesThroughTheInjectedWait() async throws {
    let (waits, asked) = AsyncStream<Duration>.makeStream()
    let server = try LoopbackServer(wait: { asked.yield($0) }) { _ in .init(text: "late", delay: .seconds(900)) }
    defer { server.stop() }
    #expect(try await RawClient.ask(server.port, "GET /").hasSuffix("late"))
    var iterator = waits.makeAsyncIterator()
    #expect(await iterator.next() == .seconds(900))
  }

  @Test func requestsAreAnsweredConcurrently() async throws {
    let (opened, open) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { request in
      if request.path == "/slow" { for await _ in opened { break } } else { open.yield() }
      return .init(text: request.path)
    }
    defer { server.stop() }
    let slow = try RawClient(port: server.port)
    slow.send("GET /slow HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
    #expect(try await RawClient.ask(server.port, "GET /fast").hasSuffix("/fast"))
    #expect(await slow.receive().hasSuffix("/slow"))
  }

  @Test func stopEndsRequestsInFlightAndFreesThePort() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let (cancelled, cancel) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { _ in
      start.yield()
      do { try await Task.sleep(for: .seconds(3600)) } catch { cancel.yield() }
      return .init(text: "never")
    }
    let clients = try (1...8).map { _ in try RawClient(port: server.port) }
    for client in clients { client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n") }
    var starts = started.makeAsyncIterator()
    for _ in clients { await starts.next() }
    server.stop()
    server.stop()
    for client in clients { #expect(await client.receive() == "") }
    var cancels = cancelled.makeAsyncIterator()
    for _ in clients { await cancels.next() }
    let again = try LoopbackServer(port: server.port) { _ in .init(text: "again") }
    defer { again.stop() }
    #expect(try await RawClient.ask(again.port, "GET /").hasSuffix("again"))
  }

  @Test func stopEndsAStreamThatNeverEnds() async throws {
    let (stream, chunks) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let server = try LoopbackServer { _ in .init(body: .stream(stream)) }
    let client = try RawClient(port: server.port)
    client.send("GET / HTTP/1.1\r\nHost: t\r\n\r\n")
    chunks.yield(Array("one".utf8))
    #expect(await client.receive(until: "one\r\n").hasSuffix("one\r\n"))
    server.stop()
    let rest = await client.receive()
    #expect(!rest.hasSuffix("0\r\n\r\n"))
  }

  @Test func portInUseIsToldByItsNumber() async throws {
    let server = try LoopbackServer { _ in .init() }
    defer { server.stop() }
    #expect(throws: LoopbackServer.StartError.portInUse(server.port)) {
      _ = try LoopbackServer(port: server.port) { _ in .init() }
    }
  }

  @Test func serverThatDoesNotRecordKeepsNoRequest() async throws {
    let server = try LoopbackServer(isRecording: false) { _ in .init(text: "gone") }
    defer { server.stop() }
    #expect(try await RawClient.ask(server.port, "GET /").hasSuffix("gone"))
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nHost: t\r\n", "GET / HTTP/1.1\r\nno header at all\r\n", "\u{1}\u{2}\r\n"])
  func handlerIsReleasedWithItsServerWhateverWasSent(request: String) async throws {
    final class Token: Sendable {
      let released: AsyncStream<Void>.Continuation
      init(_ released: AsyncStream<Void>.Continuation) { self.released = released }
      deinit { released.yield() }
    }
    let (releases, released) = AsyncStream<Void>.makeStream()
    do {
      let token = Token(released)
      let server = try LoopbackServer { _ in .init(text: "\(token)") }
      let client = try RawClient(port: server.port)
      client.send(request + "Connection: close\r\n\r\n")
      _ = await client.receive()
    }
    var iterator = releases.makeAsyncIterator()
    await iterator.next()
  }
}
#endif
