// Part of Strata.
// SPDX-License-Identifier: MIT

/// Why an exchange did not give an answer.
///
/// An app sees ``RequestError``; this is for layers and transports.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds.
  public enum Kind: Hashable, Sendable {
    /// No connection could be made: no network, no such host, refused. The server has seen nothing.
    case unreachable
    /// The connection ended before the answer did. The server may have seen the request.
    case interrupted
    /// Nothing came for longer than the request allows.
    case timedOut
    /// The server's identity was not accepted, or no common way to speak securely was found.
    case untrusted
    /// What came is not an answer.
    case malformed
    /// The request cannot be sent as it is.
    case invalidRequest
  }

  /// The kind.
  public let kind: Kind

  /// What happened, in words for a log. Holds no header, no query and no body.
  public let detail: String

  /// Makes an error.
  public init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// The kind and the words.
  public var description: String { "\(kind): \(detail)" }
}
