// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// A sign-in without a server, for previews and tests: two accounts whose password is `books`.
///
/// ```swift
/// let signingIn = ScriptedSignIn()
/// try await signingIn.signIn(email: "ann@example.com", password: "books")
/// signingIn.expire()
/// ```
public final class ScriptedSignIn: SigningIn, AccountReading {
  /// Who can sign in.
  public static let accounts = [
    Account(id: "ann", name: "Ann", email: "ann@example.com"),
    Account(id: "bao", name: "Bao", email: "bao@example.com"),
  ]
  /// Everybody's password.
  public static let password = "books"

  private let source: UpdateSource<SessionState<Account>>
  private let accounts = UpdateSource(accounts)
  private let trouble = UpdateSource<[Failure]>([])

  /// Makes a sign-in.
  ///
  /// - Parameter state: Who is there at first. Default: nobody.
  public init(_ state: SessionState<Account> = .signedOut) { source = UpdateSource(state) }

  /// Who is there now.
  public var state: SessionState<Account> { source.value }

  /// Who is there, now and after each change.
  public var states: Updates<SessionState<Account>> { source.updates }

  /// What happens where the server refuses to renew the credential.
  public func expire() { source.update { state in state = state.user.map { .expired($0) } ?? .signedOut } }

  /// The next sign-in or rename fails so; one after the other.
  public func failNext(_ failure: Failure) { trouble.update { $0.append(failure) } }

  /// Signs in whoever has the right password.
  @discardableResult public func signIn(email: String, password: String) async throws -> Account {
    let before = source.value
    source.value = .signingIn
    do {
      try raiseTrouble()
      guard password == Self.password, let account = accounts.value.first(where: { $0.email == email }) else {
        throw Failure(
          .business(code: "wrong_password"), message: "The e-mail address or the password is wrong.",
          fields: ["password": "Wrong password, or unknown e-mail address."])
      }
      source.value = .signedIn(account)
      return account
    } catch {
      source.value = before
      throw error
    }
  }

  /// Signs out.
  public func signOut() async { source.value = .signedOut }

  /// The account of who is signed in.
  public func account() async throws -> Account {
    try raiseTrouble()
    return try user()
  }

  /// Changes the name.
  @discardableResult public func rename(_ name: String) async throws -> Account {
    try raiseTrouble()
    var account = try user()
    guard !name.allSatisfy(\.isWhitespace) else {
      throw Failure(.business(code: "invalid"), fields: ["name": "Say how you want to be called."])
    }
    account.name = name
    let renamed = account
    accounts.update { $0 = $0.map { $0.id == renamed.id ? renamed : $0 } }
    source.value = .signedIn(renamed)
    return renamed
  }

  /// Who is signed in.
  func user() throws -> Account {
    guard case .signedIn(let account) = source.value else { throw Failure(.signedOut) }
    return account
  }

  private func raiseTrouble() throws {
    if let failure = trouble.update({ $0.isEmpty ? nil : $0.removeFirst() }) { throw failure }
  }
}
