// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import Testing

/// Random malformed answers: whatever comes, the request ends and the client works. All seeds with STRATA_SOAK=1.
@Suite(.timeLimit(.minutes(10)))
struct FuzzTests {
  @Test func malformedAnswersEndTheRequest() async throws {
    let seeds = isSoak ? 10_000 : 300
    let server = try FaultServer { connection in
      while let request = connection.readRequest(), let seed = UInt64(request.target.dropFirst()) {
        var source = Seeded(state: seed)
        let isClosed = Malformed.answer(&source) { connection.send($0) }
        if isClosed { return source.next() % 2 == 0 ? connection.reset() : connection.close() }
      }
    }
    let client = Client(server.url()) {
      $0.retry = .never
      $0.idleTimeout = .milliseconds(300)
      $0.responseLimit = 1_000_000
    }
    let ended = await withTaskGroup(of: Void.self) { group in
      var ended = 0
      for seed in 0..<seeds {
        if seed >= 16, await group.next() != nil { ended += 1 }
        group.addTask { _ = await reason(client, .raw(.get, "/\(seed)")) }
      }
      for await _ in group { ended += 1 }
      return ended
    }
    #expect(ended == seeds)
    let healthy = try FaultServer.answering { _ in FaultServer.reply("fine") }
    #expect(try await client.send(.text(healthy.url().absoluteString)) == "fine")
  }
}

/// The same numbers for the same seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

private enum Malformed {
  /// Sends an answer that is wrong somewhere. Returns whether the connection ends after it.
  static func answer(_ source: inout Seeded, _ send: (Data) -> Bool) -> Bool {
    var bytes = Data(status(&source).utf8)
    for _ in 0..<Int.random(in: 0...6, using: &source) { bytes += Data(header(&source).utf8) }
    bytes += Data(["\r\n", "\r\n", "\r\n", "\n", "", "\r"].randomElement(using: &source)!.utf8)
    bytes += body(&source)
    for _ in 0..<Int.random(in: 0...2, using: &source) where !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &source)] = UInt8.random(in: 0...255, using: &source)
    }
    if Bool.random(using: &source) { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &source)) }
    let cut = Int.random(in: 0...bytes.count, using: &source)
    return !send(Data(bytes.prefix(cut))) || !send(Data(bytes.dropFirst(cut)))
      || Int.random(in: 0..<10, using: &source) > 0
  }

  private static func status(_ source: inout Seeded) -> String {
    [
      "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.0 200 OK\r\n", "HTTP/1.1 204 No\r\n", "HTTP/1.1 304 N\r\n",
      "HTTP/1.1 100 Go\r\n\r\n", "HTTP/1.1 999 Odd\r\n", "HTTP/1.1 99\r\n", "HTTP/9.9 200 OK\r\n", "HTTP/2 200\r\n",
      "HTTP/1.1 -1 X\r\n", "HTTP/1.1 2000000000000 X\r\n", "HTTP/1.1\r\n", "ICY 200 OK\r\n", "\0\0\0", "",
      "HTTP/1.1 302 F\r\nLocation: ://\r\n", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n", "HTTP/1.1 401 U\r\n",
    ].randomElement(using: &source)!
  }

  private static func header(_ source: inout Seeded) -> String {
    let length = Int.random(in: 0...300, using: &source)
    return [
      "Content-Length: \(length)\r\n", "Content-Length: -\(length)\r\n", "Content-Length: 99999999999999999999\r\n",
      "Content-Length: 5\r\nContent-Length: 6\r\n", "Transfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n",
      "Content-Encoding: gzip\r\n", "Content-Encoding: br\r\n", "Content-Encoding: deflate, gzip, br\r\n",
      "Content-Encoding: nonsense\r\n", "Connection: close\r\n", ": empty\r\n", "NoColon\r\n", " folded\r\n",
      "X: \(String(repeating: "a", count: length * 100))\r\n", "Set-Cookie: \u{0}\r\n", "Location: /\(length)\r\n",
      "Retry-After: \(length)\r\n", "WWW-Authenticate: Basic\r\n",
    ].randomElement(using: &source)!
  }

  private static func body(_ source: inout Seeded) -> Data {
    let noise = Data(
      (0..<Int.random(in: 0...400, using: &source)).map { _ in UInt8.random(in: 0...255, using: &source) })
    return [
      noise, Data(), Data("5\r\nhello\r\n0\r\n\r\n".utf8), Data("5\r\nhel".utf8), Data("FFFFFFFFFFFFFFFF\r\nx".utf8),
      Data("-1\r\n".utf8), Data("5;ext=1\r\nhello\r\n0\r\nTrailer: x\r\n\r\n".utf8),
      Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + noise,
    ].randomElement(using: &source)!
  }
}
