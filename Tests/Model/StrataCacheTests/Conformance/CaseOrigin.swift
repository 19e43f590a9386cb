// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest

/// A time that stands still until it is moved.
final class TestTime: Sendable {
  private let lock = NSLock()
  // Reached under the lock alone.
  private nonisolated(unsafe) var time = Date(timeIntervalSince1970: 1_790_000_000)

  var now: Date { lock.withLock { time } }
  func advance(_ seconds: Double) { lock.withLock { time += seconds } }
}

/// The origin of the conformance cases: it answers as the case says, and notes what reached it.
final class CaseOrigin: Sendable {
  /// What reached it of a case.
  struct Seen: Sendable {
    var number: Int
    var request: FaultRequest
  }

  private struct Running {
    var test: ConformanceCase
    var seen: [Seen] = []
    /// The fields that were sent for each request, by its number.
    var sent: [Int: Headers] = [:]
  }

  private let lock = NSLock()
  // Reached under the lock alone.
  private nonisolated(unsafe) var cases: [String: Running] = [:]
  private let time: TestTime

  init(_ time: TestTime) { self.time = time }

  func begin(_ test: ConformanceCase, as id: String) { lock.withLock { cases[id] = Running(test: test) } }
  func seen(_ id: String) -> [Seen] { lock.withLock { cases[id]?.seen ?? [] } }
  func sent(_ id: String, _ number: Int) -> Headers? { lock.withLock { cases[id]?.sent[number] } }

  /// Answers one request of each connection: what is not reused cannot be sent twice by the transport.
  func serve(_ connection: FaultConnection) {
    guard let request = connection.readRequest() else { return }
    let path = String(request.target.prefix { $0 != "?" })
    let id = String(path.split(separator: "/").dropFirst().first ?? "")
    guard let number = request.headers["req-num"].flatMap({ Int($0) }), let running = note(request, number, id),
      running.test.requests.indices.contains(number - 1)
    else {
      connection.send(FaultServer.reply(status: "404 Not Found", "Connection: close"))
      return
    }
    let entry = running.test.requests[number - 1]
    if let pause = entry.responsePause { time.advance(pause) }
    if entry.disconnect == true { return }
    for interim in entry.interimResponses ?? [] {
      let lines = interim.headers.map { "\($0.name): \($0.text(at: time.now))\r\n" }.joined()
      connection.send("HTTP/1.1 \(interim.code) Interim\r\n\(lines)\r\n")
    }
    connection.send(answer(entry, request, path, id, running))
  }

  private func note(_ request: FaultRequest, _ number: Int, _ id: String) -> Running? {
    lock.withLock {
      cases[id]?.seen.append(Seen(number: number, request: request))
      return cases[id]
    }
  }

  private func answer(
    _ entry: CaseEntry, _ request: FaultRequest, _ path: String, _ id: String, _ running: Running
  ) -> Data {
    let now = time.now
    let numbers = running.seen.map(\.number)
    var headers = Headers()
    for header in entry.responseHeaders ?? [] {
      var value = header.text(at: now, rfc850: entry.rfc850date ?? [])
      if entry.magicLocations == true, ["location", "content-location"].contains(header.name.lowercased()) {
        value = value.isEmpty ? path : "\(path)/\(value)"
      }
      headers.append(header.name, value)
    }
    lock.withLock { cases[id]?.sent[numbers.last ?? 0] = headers }
    let status = status(entry, request, running, numbers.last ?? 0)
    var body =
      switch entry.responseBody {
      case .text(let text): text
      case .null: ""
      case nil: id
      }
    if let length = headers["Content-Length"].flatMap({ Int($0) }) {
      body = String((body + String(repeating: "-", count: length)).prefix(length))
    }
    if headers["Content-Type"] == nil { headers.append("Content-Type", "text/plain") }
    headers.append("Server-Base-Url", path)
    headers.append("Server-Request-Count", "\(numbers.count)")
    headers.append("Client-Request-Count", request.headers["req-num"] ?? "")
    headers.append("Server-Now", "\(Int(now.timeIntervalSince1970 * 1_000))")
    headers.append("Request-Numbers", numbers.map(String.init).joined(separator: " "))
    headers.append("Connection", "close")
    let hasBody = status.code != 304 && status.code != 204 && request.method != "HEAD"
    if headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil, hasBody {
      headers.append("Content-Length", "\(body.utf8.count)")
    }
    let lines = headers.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Data("HTTP/1.1 \(status.code) \(status.phrase)\r\n\(lines)\r\n\(hasBody ? body : "")".utf8)
  }

  private func status(
    _ entry: CaseEntry, _ request: FaultRequest, _ running: Running, _ number: Int
  ) -> (code: Int, phrase: String) {
    guard entry.expectedType?.hasSuffix("validated") == true else {
      return (entry.responseStatus?.code ?? 200, entry.responseStatus?.phrase ?? "OK")
    }
    let previous = running.sent[number - 1]
    let isSame =
      request.headers["if-none-match"].map { $0 == previous?["ETag"] } == true
      || request.headers["if-modified-since"].map { $0 == previous?["Last-Modified"] } == true
    return isSame ? (304, "Not Modified") : (999, "304 Not Generated")
  }
}
