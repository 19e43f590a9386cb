// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Signs a user in and out, and says who is there.
public protocol SigningIn: Sendable {
  /// Who is there now.
  var state: SessionState<Account> { get }

  /// Who is there, now and after each change; every reader has its own.
  var states: Updates<SessionState<Account>> { get }

  /// Signs a user in; whoever was signed in before is not any more.
  ///
  /// - Throws: Whatever `Failure` understands; a wrong password is `business` with messages for the field `password`.
  @discardableResult func signIn(email: String, password: String) async throws -> Account

  /// Signs out and forgets what belongs to the user alone. Works without a network.
  func signOut() async
}
