// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// One connection of a ``FaultServer``, used from its own thread.
public final class FaultConnection: Sendable {
  /// Its number, from 1.
  public let number: Int
  private let log: Log
  private let socket: Int32
  // Both belong to the connection's thread.
  private nonisolated(unsafe) var buffer = Data()
  private nonisolated(unsafe) var isOpen = true

  init(_ socket: Int32, _ log: Log) {
    self.socket = socket
    self.log = log
    number = log.open()
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Reads a whole request; `nil` when the client has closed.
  public func readRequest() -> FaultRequest? {
    guard var request = readHead() else { return nil }
    if request.headers["transfer-encoding"] == "chunked" {
      guard let body = readChunks() else { return nil }
      request.body = body
    } else if let length = request.headers["content-length"].flatMap({ Int($0) }) {
      guard let body = read(length) else { return nil }
      request.body = body
    }
    log.add(request)
    return request
  }

  /// Reads a head and leaves the body unread.
  public func readHead() -> FaultRequest? {
    guard let first = readLine() else { return nil }
    let parts = first.split(separator: " ")
    guard parts.count == 3 else { return nil }
    var headers: [String: String] = [:]
    while let line = readLine(), !line.isEmpty {
      let name = line.prefix { $0 != ":" }
      headers[name.lowercased()] = line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    return FaultRequest(
      method: String(parts[0]), target: String(parts[1]), headers: headers, body: Data(), connection: number)
  }

  /// Reads so many bytes; `nil` when the client has closed.
  public func readRaw(_ count: Int) -> Data? { read(count) }

  /// Reads so many bytes and throws them away. False when the client has closed before.
  public func skip(_ count: Int) -> Bool {
    var left = count - buffer.count
    buffer = Data(buffer.dropFirst(count))
    var room = [UInt8](repeating: 0, count: 256 * 1_024)
    while left > 0 {
      let count = recv(socket, &room, min(room.count, left), 0)
      if count <= 0 { return false }
      left -= count
    }
    return true
  }

  /// Sends as much as the client takes, until it takes nothing for so many milliseconds. Returns how much it was.
  public func sendPart(_ data: Data, patience: Int) -> Int {
    setSendTimeout(milliseconds: patience)
    defer { setSendTimeout(milliseconds: 0) }
    return data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = sendBytes(socket, bytes.baseAddress! + sent, bytes.count - sent)
        if count <= 0 { break }
        sent += count
      }
      return sent
    }
  }

  private func setSendTimeout(milliseconds: Int) {
    var limit = timeval(tv_sec: milliseconds / 1_000, tv_usec: .init(milliseconds % 1_000 * 1_000))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Sends text. False when the client has closed.
  @discardableResult public func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  /// Sends bytes. False when the client has closed.
  @discardableResult public func send(_ data: Data) -> Bool {
    guard isOpen else { return false }
    return data.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = sendBytes(socket, bytes.baseAddress! + sent, bytes.count - sent)
        if count <= 0 { return false }
        sent += count
      }
      return true
    }
  }

  /// Waits until the client closes; what it sends is thrown away.
  public func waitForClose() {
    var byte: UInt8 = 0
    while recv(socket, &byte, 1, 0) > 0 {}
  }

  /// Ends the connection in order.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    closeSocket(socket)
  }

  /// Ends the connection with a reset.
  public func reset() {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  private func readLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = buffer[buffer.startIndex..<end]
        buffer = Data(buffer[(end + 1)...])
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
      }
      guard fill() else { return nil }
    }
  }

  private func read(_ count: Int) -> Data? {
    while buffer.count < count { guard fill() else { return nil } }
    let data = Data(buffer.prefix(count))
    buffer = Data(buffer.dropFirst(count))
    return data
  }

  private func readChunks() -> Data? {
    var all = Data()
    while let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16) {
      guard let chunk = read(size), readLine() != nil else { return nil }
      if size == 0 { return all }
      all.append(chunk)
    }
    return nil
  }

  private func fill() -> Bool {
    var room = [UInt8](repeating: 0, count: 64 * 1_024)
    let count = recv(socket, &room, room.count, 0)
    if count > 0 { buffer.append(contentsOf: room.prefix(count)) }
    return count > 0
  }
}
