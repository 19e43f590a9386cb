// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import Foundation

/// Sends requests with libcurl: the default on Linux.
///
/// A request leaves on the thread that sends it; one thread of the transport's own waits for all answers.
/// Connections are kept and used again, HTTP/2 where TLS offers it. Proxies come from the environment, but never for this machine itself.
/// One client needs one transport; several clients may share one.
///
/// ```swift
/// let client = Client(base, transport: CurlTransport())
/// ```
///
/// Safe to use from any task.
public final class CurlTransport: Transporting {
  private let loop: CurlLoop

  /// Starts the thread. It ends after the transport is released and its last exchange is over.
  ///
  /// - Parameter trust: Which servers are believed. Default: those of the system's roots.
  public init(trust: Trust = .system) { loop = CurlLoop(trust) }

  deinit { loop.close() }

  /// Sends a request; see ``Transporting/exchange(_:)``.
  public func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    guard request.url.scheme == "http" || request.url.scheme == "https" else {
      throw TransportError(.invalidRequest, "only http and https are spoken, not \(request.url.scheme ?? "nothing")")
    }
    let flight = CurlFlight(request, loop: loop)
    let head = try await flight.head()
    return TransportResponse(
      status: head.status, headers: head.headers,
      body: ResponseBody(next: { try await flight.next() }, stop: { flight.cancel() }))
  }
}
#endif
