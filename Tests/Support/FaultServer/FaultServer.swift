// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A server on this machine that behaves as a test says, well or badly, byte by byte.
///
/// Each connection runs on a thread of its own; the closure may block.
///
/// ```swift
/// let server = try FaultServer { connection in
///   _ = connection.readRequest()
///   connection.send("HTTP/1.1 200 OK\r\nContent-Le")
///   connection.reset()
/// }
/// ```
public final class FaultServer: Sendable {
  /// The port the system gave.
  public let port: UInt16
  private let socket: Int32
  private let log: Log

  /// Starts a server that hands each connection to a closure and closes it afterwards.
  ///
  /// - Parameters:
  ///   - keepsRequests: Whether what is read is kept in `requests`. Default `true`; not for long runs.
  ///   - serve: Called on the connection's own thread.
  public init(keepsRequests: Bool = true, _ serve: @escaping @Sendable (FaultConnection) -> Void) throws {
    log = Log(keepsRequests: keepsRequests)
    (socket, port) = try Self.listen()
    let (socket, log) = (socket, log)
    let acceptor = Thread {
      while case let client = accept(socket, nil, nil), client >= 0 {
        let connection = FaultConnection(client, log)
        let thread = Thread {
          serve(connection)
          connection.close()
        }
        thread.stackSize = 256 * 1_024
        thread.start()
      }
      closeSocket(socket)
    }
    acceptor.stackSize = 256 * 1_024
    acceptor.start()
  }

  /// Starts a server that answers every request of every connection by a closure.
  public static func answering(
    keepsRequests: Bool = true, _ answer: @escaping @Sendable (FaultRequest) -> String
  ) throws -> FaultServer {
    try FaultServer(keepsRequests: keepsRequests) { connection in
      while let request = connection.readRequest(), connection.send(answer(request)) {}
    }
  }

  deinit { _ = shutdown(socket, Int32(SHUT_RDWR)) }

  /// The address, with a path after it.
  public func url(_ path: String = "", host: String = "127.0.0.1") -> URL {
    guard let url = URL(string: "http://\(host):\(port)\(path)") else { preconditionFailure("\(path) is not a path") }
    return url
  }

  /// Every request read so far, on any connection.
  public var requests: [FaultRequest] { log.requests }

  /// How many connections were made so far.
  public var connections: Int { log.connections }

  /// A port on which nobody listens.
  public static func unusedPort() throws -> UInt16 {
    let (socket, port) = try listen()
    closeSocket(socket)
    return port
  }

  private static func listen() throws -> (socket: Int32, port: UInt16) {
    let socket = makeSocket()
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && startListening(socket) && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    return (socket, UInt16(bigEndian: address.sin_port))
  }
}

/// A request as it came over the wire.
public struct FaultRequest: Sendable {
  /// The verb.
  public var method: String
  /// Path and query, not decoded.
  public var target: String
  /// Lines by lower-case name.
  public var headers: [String: String]
  /// The body, chunks joined.
  public var body: Data
  /// Which connection it came on, from 1.
  public var connection: Int

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// What all connections of a server note down.
final class Log: Sendable {
  private let lock = NSLock()
  // Both are reached under the lock alone.
  private nonisolated(unsafe) var read: [FaultRequest] = []
  private nonisolated(unsafe) var opened = 0
  private let keepsRequests: Bool

  init(keepsRequests: Bool) { self.keepsRequests = keepsRequests }

  var requests: [FaultRequest] { lock.withLock { read } }
  var connections: Int { lock.withLock { opened } }
  func add(_ request: FaultRequest) { if keepsRequests { lock.withLock { read.append(request) } } }
  func open() -> Int {
    lock.withLock {
      opened += 1
      return opened
    }
  }
}
