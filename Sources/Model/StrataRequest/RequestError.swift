// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Why a request did not give its response, with the request it belongs to.
///
/// Screens show it as a `Failure`; handle it where a reason matters.
///
/// ```swift
/// do { return try await client.send(request) } catch { log(error); throw error }
/// ```
///
/// Its texts hold no credential, no cookie and no secret parameter. Safe to use from any task.
public struct RequestError: Error, Sendable, CustomStringConvertible {
  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// No connection could be made, or it was lost.
    case offline
    /// It took longer than it may.
    case timedOut
    /// The task, its tag or its client was cancelled.
    case cancelled
    /// The server wants the user to sign in: status 401.
    case signedOut
    /// The server understood and refused, with the app's own code, as its envelope says.
    case refused(code: String)
    /// Any other status that the request does not accept.
    case server(status: Int)
    /// What came cannot be read: not HTTP, not the expected type, larger than allowed.
    case unreadable
    /// Only a saved answer was wanted, and there is none.
    case notCached
    /// The server is not who it should be.
    case untrusted
    /// The request cannot be sent as it was written.
    case invalidRequest
    /// An error of a layer, a body or an encoder; see `underlying`.
    case unexpected
  }

  /// The reason.
  public let reason: Reason
  /// The verb.
  public let method: HTTPMethod
  /// The URL, with secrets as `***`.
  public let url: String
  /// What the server answered, where it did: the place of its own error text.
  public let answer: Answer?
  /// What happened, in words for a log; `nil` where the reason says it all.
  public let detail: String?
  /// The error this one was made from.
  public let underlying: (any Error)?

  /// The request, the reason and what is known about it.
  public var description: String {
    let reason =
      switch reason {
      case .server(let status): "the server answered \(status)"
      case .refused(let code): "the server refused with code \(code)"
      case .signedOut: "the server wants a sign-in"
      case .timedOut: "timed out"
      case .invalidRequest: "cannot be sent"
      default: "\(reason)"
      }
    return "\(method) \(url): \(reason)" + (detail.map { ": \($0)" } ?? "")
  }
}

extension RequestError: FailureConvertible {
  /// The failure a screen shows.
  public var failure: Failure {
    switch reason {
    case .offline: Failure(.offline, underlying: self)
    case .timedOut: Failure(.timedOut, underlying: self)
    case .cancelled: Failure(.cancelled, underlying: self)
    case .signedOut: Failure(.signedOut, message: words?.message, underlying: self)
    case .refused(let code):
      Failure(
        .business(code: code), message: words?.message, isRetryable: words?.isRetryable,
        notifies: words?.notifies ?? true, fields: words?.fields ?? [:], underlying: self)
    case .server(let status): Failure(.server(status: status), message: words?.message, underlying: self)
    case .unreadable: Failure(.unreadable, underlying: self)
    case .untrusted, .invalidRequest, .notCached: Failure(.unexpected, isRetryable: false, underlying: self)
    case .unexpected: wrapped
    }
  }

  /// What the server said, where an envelope or a layer read it.
  private var words: Failure? { underlying.map { Failure($0) } }

  /// A layer's own failure (a business rule in an interceptor) keeps its kind.
  private var wrapped: Failure {
    guard let underlying else { return Failure(.unexpected, underlying: self) }
    return Failure(underlying)
  }
}
