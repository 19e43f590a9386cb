// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// What no client would send: a request line as it is, on a connection of its own.
enum RawRequest {
  struct Refused: Error {}

  static func ask(_ port: UInt16, _ line: String) async throws -> String {
    // A thread of its own: on Linux the handlers share their few threads with Dispatch's global queues.
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<String, any Error>) in
      Thread.detachNewThread { done.resume(with: Result { try exchange(port, line) }) }
    }
  }

  private static func exchange(_ port: UInt16, _ line: String) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    // A test that would hang fails instead.
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Refused() }
    let request = Array("\(line) HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { throw Refused() }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 { received += buffer[..<count] }
    return String(decoding: received, as: UTF8.self)
  }
}
