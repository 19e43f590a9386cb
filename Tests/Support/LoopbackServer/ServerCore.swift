#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataMicroHTTPD
internal import Foundation

/// The daemon and the exchanges in flight.
// @unchecked: `daemon`, `exchanges` and `recorded` are touched under `lock` alone; the rest never changes.
final class ServerCore: @unchecked Sendable {
  let bodyLimit: Int
  private let isRecording: Bool
  private let wait: LoopbackServer.Wait
  private let handler: LoopbackServer.Handler
  private let lock = NSLock()
  private var daemon: OpaquePointer?
  private var exchanges: Set<Exchange> = []
  private var recorded: [LoopbackServer.Request] = []
  private var isStopping = false

  init(
    isRecording: Bool, bodyLimit: Int, wait: @escaping LoopbackServer.Wait, handler: @escaping LoopbackServer.Handler
  ) {
    self.isRecording = isRecording
    self.bodyLimit = bodyLimit
    self.wait = wait
    self.handler = handler
  }

  var requests: [LoopbackServer.Request] { lock.withLock { recorded } }

  func start(port: UInt16) throws(LoopbackServer.StartError) -> UInt16 {
    // Unretained: `stop` ends the daemon's thread before the server lets go of its core.
    let context = Unmanaged.passUnretained(self).toOpaque()
    errno = 0
    guard let started = strata_mhd_start(port, 60, begin, answer, completed, context) else {
      throw errno == EADDRINUSE ? .portInUse(port) : .refused(port: port, errno: errno)
    }
    lock.withLock { daemon = started }
    return strata_mhd_port(started)
  }

  func stop() {
    let (stopped, open): (OpaquePointer?, Set<Exchange>) = lock.withLock {
      isStopping = true
      defer { daemon = nil }
      return (daemon, exchanges)
    }
    guard let stopped else { return }
    // The daemon refuses to stop over suspended connections.
    for exchange in open { exchange.abandon() }
    MHD_stop_daemon(stopped)
  }

  /// False once the server stops: what would be suspended now would never be resumed.
  func admit(_ exchange: Exchange) -> Bool {
    lock.withLock {
      if !isStopping { exchanges.insert(exchange) }
      return !isStopping
    }
  }

  func release(_ exchange: Exchange) {
    lock.withLock { _ = exchanges.remove(exchange) }
  }

  @concurrent
  func respond(to request: LoopbackServer.Request) async -> LoopbackServer.Response {
    if isRecording { lock.withLock { recorded.append(request) } }
    do {
      let response = try await handler(request)
      if response.delay > .zero { try await wait(response.delay) }
      return response
    } catch {
      return LoopbackServer.Response(
        status: 500, headers: [.init("Content-Type", "text/plain; charset=utf-8")], text: "\(error)")
    }
  }
}

/// Called when the request line is read, with its target; what it returns is the slot's first content.
private func begin(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let target, let connection else { return nil }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  let exchange = Exchange(core: core, connection: connection, target: String(cString: target))
  return core.admit(exchange) ? Unmanaged.passRetained(exchange).toOpaque() : nil
}

/// Called when the header is read, for each piece of the upload, after the last, and when a connection is resumed.
private func answer(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?, slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let url, let method, let uploadSize, let known = slot?.pointee else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
  guard exchange.hasHeader else {
    exchange.readHeader(
      method: String(cString: method), path: String(cString: url),
      needsHost: version.map { String(cString: $0) } == "HTTP/1.1")
    return .YES
  }
  guard uploadSize.pointee == 0 else {
    exchange.collect(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
    uploadSize.pointee = 0
    return .YES
  }
  return exchange.proceed()
}

/// Called once for each exchange that was given a slot, however it ended.
private func completed(
  context: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let slot, let known = slot.pointee else { return }
  slot.pointee = nil
  Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue().finish()
}
#endif
