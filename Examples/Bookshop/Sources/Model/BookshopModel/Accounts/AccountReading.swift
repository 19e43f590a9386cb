// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads and changes the account of who is signed in.
public protocol AccountReading: Sendable {
  /// The account.
  func account() async throws -> Account

  /// Changes the name; a blank one is refused with a message for the field `name`.
  @discardableResult func rename(_ name: String) async throws -> Account
}
