// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract
public import StrataRequest
public import StrataService

/// The account at the shop's server, and the way into it: a token, then the account, as one call (S4-16).
public struct AccountService: SigningIn, AccountReading {
  private let session: Session<Account>
  private let client: Client

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - session: Who is there.
  ///   - client: Asks the server, with the session's credentials.
  public init(session: Session<Account>, client: Client) {
    self.session = session
    self.client = client
  }

  /// Who is there now.
  public var state: SessionState<Account> { session.current }

  /// Who is there, now and after each change.
  public var states: Updates<SessionState<Account>> { session.states }

  /// Gets tokens for the password, and then the account with them.
  @discardableResult public func signIn(email: String, password: String) async throws -> Account {
    try await session.signIn { [client] chain in
      let form = SignInForm(email: email, password: password)
      let tokens = try await client.send(
        Request.post("/v2/tokens", json: form, returning: TokenAnswer.self).authentication(.never))
      chain.carry(tokens.session)
      return try await client.send(.get("/v2/account"))
    }
  }

  /// Signs out here at once; the server is told when it can be reached.
  public func signOut() async { await session.signOut() }

  /// The account as the server knows it.
  public func account() async throws -> Account {
    let account = try await client.send(Request<Account>.get("/v2/account").tagged(.account))
    await session.update(account)
    return account
  }

  /// Changes the name.
  @discardableResult public func rename(_ name: String) async throws -> Account {
    let account = try await client.send(
      Request<Account>.patch("/v2/account", json: ["name": name]).tagged(.account))
    await session.update(account)
    return account
  }
}

extension String {
  /// The tag of the requests that end with the sign-in.
  static let account = "account"
}

private struct SignInForm: Encodable {
  let email: String
  let password: String
}

/// Tokens as the server writes them.
struct TokenAnswer: Codable, Sendable {
  let access: String
  let refresh: String

  var session: SessionTokens { SessionTokens(access: access, refresh: refresh) }
}
