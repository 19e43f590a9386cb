#if Loopback
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataMicroHTTPD
internal import Foundation

/// A real HTTP/1.1 server on 127.0.0.1, for tests and examples.
///
/// ```swift
/// let server = try LoopbackServer { request in
///   LoopbackServer.Response(text: "You asked for \(request.path)")
/// }
/// defer { server.stop() }
/// print(server.url)
/// ```
///
/// Handlers run concurrently, each in a task of its own, which is cancelled when its client goes away or the
/// server stops. A handler that throws is answered 500. Requests that are not HTTP are answered 400, uploads
/// over the limit 413; neither reaches the handler.
public final class LoopbackServer: Sendable {
  /// Answers one request, off any actor.
  public typealias Handler = @concurrent @Sendable (Request) async throws -> Response
  /// Lets a duration pass; throws when cancelled.
  public typealias Wait = @concurrent @Sendable (Duration) async throws -> Void

  /// Why a server did not start.
  public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process listens on the port. Stop it, or ask for port 0.
    case portInUse(UInt16)
    /// The system refused, for the reason named by `errno`.
    case refused(port: UInt16, errno: Int32)

    /// The port, the reason and the next step.
    public var description: String {
      switch self {
      case .portInUse(let port): "Port \(port) is in use: stop the program that listens there, or use port 0."
      case .refused(let port, let errno): "Cannot listen on port \(port): \(String(cString: strerror(errno)))."
      }
    }
  }

  /// The port it listens on, chosen by the system if 0 was asked for.
  public let port: UInt16
  private let core: ServerCore

  /// Starts listening. Throws ``StartError``.
  ///
  /// - Parameters:
  ///   - port: 0 for any free port.
  ///   - isRecording: Whether ``requests`` are kept, for as long as the server runs; true by default.
  ///   - bodyLimit: The largest upload, in bytes; 8 MiB by default.
  ///   - wait: How a response's delay passes; by default on the wall clock.
  ///   - handler: Answers each request.
  public init(
    port: UInt16 = 0, isRecording: Bool = true, bodyLimit: Int = 8 << 20,
    wait: @escaping Wait = { try await Task.sleep(for: $0) }, handler: @escaping Handler
  ) throws(StartError) {
    core = ServerCore(isRecording: isRecording, bodyLimit: bodyLimit, wait: wait, handler: handler)
    self.port = try core.start(port: port)
  }

  deinit {
    core.stop()
  }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// Every request that reached the handler, oldest first; none if it does not record.
  public var requests: [Request] { core.requests }

  /// Closes every connection, cancels every handler and frees the port, before it returns. Harmless when repeated.
  ///
  /// Not to be called from a handler, which it would wait for.
  public func stop() {
    core.stop()
  }
}
#endif
