// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataContract
public import StrataRequest

/// A transport that answers from a script: for tests and previews, without a network.
///
/// Give it a closure, or answers one by one:
///
/// ```swift
/// let transport = ScriptedTransport { request in .json(#"{"total": 0, "books": []}"#) }
/// let client = Client(base, transport: transport)
///
/// let script = ScriptedTransport(.json("[1]"), .failure(.unreachable), .status(503))
/// ```
///
/// A call that the script does not expect fails with a line that names it. `requests` records every call.
/// Safe to use from any task.
public final class ScriptedTransport: Transporting {
  private struct State {
    var requests: [TransportRequest] = []
    var replies: [ScriptedReply] = []
    var inFlight = 0
  }

  private let state: Locked<State>
  private let respond: (@Sendable (TransportRequest) async throws -> ScriptedReply)?

  /// Answers every call by a closure, which may wait and may throw.
  public init(_ respond: @escaping @Sendable (TransportRequest) async throws -> ScriptedReply) {
    self.respond = respond
    state = Locked(State())
  }

  /// Answers call by call, in order.
  public init(_ replies: ScriptedReply...) {
    respond = nil
    state = Locked(State(replies: replies))
  }

  /// The calls so far, in order.
  public var requests: [TransportRequest] { state.withLock { $0.requests } }

  /// How many replies are left.
  public var remaining: Int { state.withLock { $0.replies.count } }

  /// Adds replies to the script.
  public func append(_ replies: ScriptedReply...) { state.withLock { $0.replies += replies } }

  /// Answers a call.
  ///
  /// - Throws: The scripted failure; ``UnexpectedCall`` where the script has no reply; `CancellationError`.
  public func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    let (count, next) = state.withLock { state -> (Int, ScriptedReply?) in
      state.requests.append(request)
      return (state.requests.count, state.replies.isEmpty ? nil : state.replies.removeFirst())
    }
    if let next { return try next.response() }
    guard let respond else { throw UnexpectedCall(request, number: count) }
    return try await respond(request).response()
  }
}

/// One answer of a ``ScriptedTransport``.
public struct ScriptedReply: Sendable {
  private enum Content {
    case response(TransportResponse)
    case error(any Error)
  }

  private let content: @Sendable () -> Content

  /// Any answer; a body that streams can be read once, so use it once.
  public static func response(_ response: TransportResponse) -> Self { Self { .response(response) } }

  /// JSON text with a status and headers. Defaults: 200, none further.
  public static func json(_ text: String, status: Int = 200, headers: Headers = [:]) -> Self {
    data(
      Data(text.utf8), status: status, headers: Headers([.init("Content-Type", "application/json")]).merging(headers))
  }

  /// Bytes with a status and headers. Defaults: 200, none.
  public static func data(_ data: Data, status: Int = 200, headers: Headers = [:]) -> Self {
    Self { .response(TransportResponse(status: status, headers: headers, body: ResponseBody(data))) }
  }

  /// A status without a body.
  public static func status(_ status: Int, headers: Headers = [:]) -> Self {
    data(Data(), status: status, headers: headers)
  }

  /// A failure of the connection.
  public static func failure(_ kind: TransportError.Kind) -> Self { error(TransportError(kind, "scripted")) }

  /// Any error.
  public static func error(_ error: any Error) -> Self { Self { .error(error) } }

  private init(_ content: @escaping @Sendable () -> Content) { self.content = content }

  fileprivate func response() throws -> TransportResponse {
    switch content() {
    case .response(let response): return response
    case .error(let error): throw error
    }
  }
}

/// A call that a script does not expect.
public struct UnexpectedCall: Error, CustomStringConvertible, Sendable {
  /// What was asked, and what to do.
  public let description: String

  init(_ request: TransportRequest, number: Int) {
    description =
      "call \(number) was not expected: \(request.method) \(request.loggedURL); give the script a reply for it"
  }
}
