// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation

/// Serves one content by ranges, and breaks off where it is told to.
final class FileServer: Sendable {
  struct Content: Sendable {
    var bytes: Data
    var tag: String? = "\"1\""
    var date: (modified: String, sent: String)?
    /// After how many bytes of a body the connection is cut; `nil` never.
    var cut: Int?
    /// Whether `Range` is understood.
    var knowsRanges = true
    /// How the head of the next answers is changed.
    var change: (@Sendable (String) -> String)?
  }

  let content: Box<Content>
  let server: FaultServer

  init(_ content: Content) throws {
    let box = Box(content)
    self.content = box
    server = try FaultServer { connection in
      while let request = connection.readRequest() {
        guard Self.answer(request, box.value, connection) else { return }
      }
    }
  }

  /// The `Range` headers that were sent.
  var ranges: [String?] { server.requests.map { $0.headers["range"] } }

  private static func answer(_ request: FaultRequest, _ content: Content, _ connection: FaultConnection) -> Bool {
    let start = content.knowsRanges ? self.start(request, content) : 0
    let whole = content.bytes.count
    var head = "HTTP/1.1 200 OK\r\n"
    if start > whole - 1, start > 0 {
      return connection.send(
        "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */\(whole)\r\nContent-Length: 0\r\n\r\n")
    }
    if start > 0 { head = "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes \(start)-\(whole - 1)/\(whole)\r\n" }
    if let tag = content.tag { head += "ETag: \(tag)\r\n" }
    if let date = content.date { head += "Last-Modified: \(date.modified)\r\nDate: \(date.sent)\r\n" }
    head += "Content-Type: text/plain\r\nContent-Length: \(whole - start)\r\n\r\n"
    connection.send(content.change?(head) ?? head)
    let end = content.cut.map { min(whole, start + $0) } ?? whole
    connection.send(content.bytes.subdata(in: start..<end))
    if end < whole { connection.reset() }
    return end == whole
  }

  /// Where the asked range begins, if its condition still holds.
  private static func start(_ request: FaultRequest, _ content: Content) -> Int {
    guard let range = request.headers["range"], range.hasPrefix("bytes="),
      let start = Int(range.dropFirst(6).prefix { $0 != "-" })
    else { return 0 }
    guard let condition = request.headers["if-range"] else { return start }
    return condition == content.tag || condition == content.date?.modified ? start : 0
  }
}
