// Part of Strata.
// SPDX-License-Identifier: MIT

/// Somebody who has an account at the shop.
public struct Account: Codable, Hashable, Identifiable, Sendable {
  /// The shop's own name of the account.
  public let id: String
  /// What the user wants to be called.
  public var name: String
  /// What the user signs in with.
  public let email: String

  /// Makes an account.
  public init(id: String, name: String, email: String) {
    self.id = id
    self.name = name
    self.email = email
  }
}
