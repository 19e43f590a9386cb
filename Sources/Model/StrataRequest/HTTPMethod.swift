// Part of Strata.
// SPDX-License-Identifier: MIT

/// The verb of a request; any token is allowed (RFC 9110 section 9).
///
/// ```swift
/// let method: HTTPMethod = "PROPFIND"
/// ```
///
/// Safe to use from any task.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The verb as it is sent; case counts.
  public let rawValue: String

  /// Makes a method of a verb, which is checked when a request with it is sent.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a method of a verb.
  public init(stringLiteral value: String) { self.rawValue = value }

  /// Reads. Safe and idempotent.
  public static let get: HTTPMethod = "GET"
  /// Reads the head only. Safe and idempotent.
  public static let head: HTTPMethod = "HEAD"
  /// Does what the server decides. Neither safe nor idempotent.
  public static let post: HTTPMethod = "POST"
  /// Replaces. Idempotent.
  public static let put: HTTPMethod = "PUT"
  /// Changes a part. Neither safe nor idempotent.
  public static let patch: HTTPMethod = "PATCH"
  /// Removes. Idempotent.
  public static let delete: HTTPMethod = "DELETE"
  /// Asks what is allowed. Safe and idempotent.
  public static let options: HTTPMethod = "OPTIONS"

  /// Whether it only reads (RFC 9110 section 9.2.1).
  public var isSafe: Bool { self == .get || self == .head || self == .options || self == "TRACE" }

  /// Whether sending it twice has the effect of sending it once (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

  /// The verb.
  public var description: String { rawValue }
}
