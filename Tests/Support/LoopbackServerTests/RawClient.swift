#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A socket to a loopback port, which sends and receives bytes and knows nothing of HTTP.
final class RawClient: Sendable {
  struct Refused: Error {}

  private let socket: Int32

  init(port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    // A test that would hang fails instead.
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(socket)
      throw Refused()
    }
  }

  deinit { close(socket) }

  func send(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What arrives until `marker` ends it, or the server closes.
  func receive(until marker: String? = nil) async -> String {
    // A thread of its own: on Linux the handlers share their few threads with Dispatch's global queues.
    await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: self.read(until: marker)) }
    }
  }

  private func read(until marker: String?) -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let marker, bytes.suffix(marker.utf8.count).elementsEqual(marker.utf8) { break }
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One exchange on a connection of its own.
  static func ask(_ port: UInt16, _ line: String, headers: String = "", body: String = "") async throws -> String {
    let client = try RawClient(port: port)
    client.send("\(line) HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\(headers)\r\n\(body)")
    return await client.receive()
  }
}
#endif
