// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a server gave to somebody who signed in. No text ever shows it.
///
/// ```swift
/// chain.carry(SessionTokens(access: answer.token, refresh: answer.refreshToken))
/// ```
public struct SessionTokens: Codable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// Goes with every request.
  public let access: String
  /// Renews the other one; `nil` where the server has none.
  public let refresh: String?

  /// Makes tokens.
  ///
  /// - Parameters:
  ///   - access: Goes with every request.
  ///   - refresh: Renews it. Default `nil`: an expired sign-in cannot be renewed.
  public init(access: String, refresh: String? = nil) {
    self.access = access
    self.refresh = refresh
  }

  /// Three stars.
  public var description: String { "***" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
