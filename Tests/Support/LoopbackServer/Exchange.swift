#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataMicroHTTPD
internal import Foundation

/// One request and its answer. The daemon's thread drives it; while a task works, the connection is suspended.
// @unchecked: `upload` and `header` belong to the daemon's thread; what tasks share with it is touched under `lock` alone.
// The connection is resumed under `lock` and only while suspended, when the daemon cannot have freed it.
final class Exchange: @unchecked Sendable {
  private let core: ServerCore
  private let connection: OpaquePointer
  private let target: String
  private var header: (method: String, path: String, needsHost: Bool)?
  private var upload: [UInt8] = []
  private var isTooLarge = false

  private let lock = NSLock()
  private var task: Task<Void, Never>?
  private var isSuspended = false
  private var isAbandoned = false
  private var response: LoopbackServer.Response?
  private var pending: [UInt8] = []
  private var sent = 0
  private var end: End?

  private enum End { case complete, broken }

  init(core: ServerCore, connection: OpaquePointer, target: String) {
    self.core = core
    self.connection = connection
    self.target = target
  }

  var hasHeader: Bool { header != nil }

  func readHeader(method: String, path: String, needsHost: Bool) {
    header = (method, path, needsHost)
  }

  func collect(_ bytes: UnsafeRawBufferPointer) {
    isTooLarge = isTooLarge || upload.count + bytes.count > core.bodyLimit
    if !isTooLarge { upload.append(contentsOf: bytes) }
  }

  /// Starts the handler, or sends what it answered.
  func proceed() -> MHD_Result {
    if isTooLarge { return send(LoopbackServer.Response(status: 413)) }
    let ready: LoopbackServer.Response? = lock.withLock { response }
    if let ready { return send(ready) }
    guard let header else { return .NO }
    let request = LoopbackServer.Request(
      method: header.method, target: target, path: header.path, query: fields(.GET_ARGUMENT_KIND),
      headers: fields(.HEADER_KIND), body: upload)
    // RFC 9112, 3.2.
    if header.needsHost, request.header("Host") == nil { return send(LoopbackServer.Response(status: 400)) }
    return lock.withLock {
      guard !isAbandoned, task == nil else { return .NO }
      suspend()
      task = Task {
        let answer = await core.respond(to: request)
        lock.withLock {
          response = answer
          resume()
        }
      }
      return .YES
    }
  }

  /// Ends the work; the daemon closes the connection.
  func abandon() {
    lock.withLock {
      isAbandoned = true
      task?.cancel()
      resume()
    }
  }

  func finish() {
    lock.withLock {
      isAbandoned = true
      task?.cancel()
    }
    core.release(self)
  }

  private func suspend() {
    isSuspended = true
    MHD_suspend_connection(connection)
  }

  private func resume() {
    guard isSuspended else { return }
    isSuspended = false
    MHD_resume_connection(connection)
  }

  private func fields(_ kind: MHD_ValueKind) -> [LoopbackServer.Field] {
    var found: [LoopbackServer.Field] = []
    withUnsafeMutablePointer(to: &found) { list in
      _ = MHD_get_connection_values(
        connection, kind,
        { list, _, name, value in
          guard let list, let name else { return .NO }
          list.assumingMemoryBound(to: [LoopbackServer.Field].self).pointee.append(
            .init(String(cString: name), value.map { String(cString: $0) } ?? ""))
          return .YES
        }, list)
    }
    return found
  }
}

// MARK: - Sending

extension Exchange {
  private func send(_ answer: LoopbackServer.Response) -> MHD_Result {
    guard let made = answer.body.daemonResponse(for: self) else { return .NO }
    defer { MHD_destroy_response(made) }
    for header in answer.headers { MHD_add_response_header(made, header.name, header.value) }
    return MHD_queue_response(connection, UInt32(answer.status), made)
  }

  /// Pulls a stream into `pending`, waking the connection for each chunk.
  fileprivate func pull(_ stream: AsyncThrowingStream<[UInt8], any Error>) {
    lock.withLock {
      guard !isAbandoned else { return }
      task = Task {
        do {
          for try await chunk in stream { append(chunk) }
          close(Task.isCancelled ? .broken : .complete)
        } catch {
          close(.broken)
        }
      }
    }
  }

  private func append(_ chunk: [UInt8]) {
    lock.withLock {
      pending.removeFirst(sent)
      sent = 0
      pending += chunk
      resume()
    }
  }

  private func close(_ way: End) {
    lock.withLock {
      end = way
      resume()
    }
  }

  /// The daemon's question for more of a streamed body.
  fileprivate func read(into buffer: UnsafeMutablePointer<CChar>, limit: Int) -> Int {
    lock.withLock {
      if isAbandoned { return -2 }
      let count = min(limit, pending.count - sent)
      if count > 0 {
        pending.withUnsafeBytes {
          UnsafeMutableRawPointer(buffer).copyMemory(from: $0.baseAddress! + sent, byteCount: count)
        }
        sent += count
        return count
      }
      switch end {
      case .complete: return -1  // MHD_CONTENT_READER_END_OF_STREAM
      case .broken: return -2  // MHD_CONTENT_READER_END_WITH_ERROR
      case nil:
        suspend()
        return 0
      }
    }
  }
}

extension LoopbackServer.Response.Body {
  fileprivate func daemonResponse(for exchange: Exchange) -> OpaquePointer? {
    switch self {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      exchange.pull(stream)
      return MHD_create_response_from_callback(
        .max, 32 << 10,
        { exchange, _, buffer, limit in
          guard let exchange, let buffer else { return -2 }
          return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().read(into: buffer, limit: limit)
        },
        Unmanaged.passRetained(exchange).toOpaque(),
        { exchange in exchange.map { Unmanaged<Exchange>.fromOpaque($0).release() } })
    }
  }
}

extension Exchange: Hashable {
  static func == (left: Exchange, right: Exchange) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
#endif
