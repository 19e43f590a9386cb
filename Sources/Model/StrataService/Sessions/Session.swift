// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
public import StrataContract
public import StrataRequest
public import StrataStore

/// Who is signed in: signs in by several requests, renews tokens, signs out and forgets what belonged to the user.
///
/// Make one at the app's root and give it to the client as its credentials. What renews a token needs a client
/// without credentials, which is made first:
///
/// ```swift
/// let door = Client(base)
/// let session = try Session<Account>(secrets: secrets) { old in
///   let answer = try await door.send(.post("/token", json: ["refresh": old.refresh], returning: Tokens.self))
///   return SessionTokens(access: answer.access, refresh: answer.refresh)
/// }
/// let client = Client(base) { $0.credentials = session }
/// session.onForget { _ in client.cancel(tag: "account") }
/// ```
///
/// What is decided:
/// - A sign-in that fails or is cancelled leaves what was there before, signed in or not. Tokens that it had got are
///   revoked.
/// - A second sign-in while one runs replaces it; the first one throws `CancellationError`.
/// - Signing out while a sign-in runs cancels it.
/// - A refresh that the server refuses makes the session `SessionState.expired`, once. A refresh
///   that fails for want of a network, or because the server is in trouble, changes nothing.
/// - When another user signs in, whoever was there before is forgotten first, also after an expiry. The same user
///   finds everything as it was.
/// - User and tokens are one secret: a killed process leaves both or neither.
///
/// Safe to use from any task.
public final class Session<User: Codable & Equatable & Identifiable & Sendable>: Sendable {
  /// What is kept of a user.
  struct Kept: Codable, Sendable {
    var user: User
    /// `nil` if the server wants to see the password again.
    var tokens: SessionTokens?
  }

  struct State: Sendable {
    var kept: Kept?
    /// Counts users, so that what belongs to an earlier one is noticed.
    var generation = 0
    var attempts = 0
    var attempt: (number: Int, task: Task<User, any Error>?)?
    var forgetting: Task<Void, Never>?
    var farewell: Task<Void, Never>?
    var onForget: [@Sendable (User) async throws -> Void] = []
  }

  let state: Locked<State>
  let configuration: SessionConfiguration
  private let source: UpdateSource<SessionState<User>>
  private let secrets: any SecretStoring
  private let writing = Locked(())

  /// Makes a session and restores who was signed in.
  ///
  /// - Parameters:
  ///   - secrets: Where user and tokens are kept.
  ///   - configuration: Its name, and whom it tells of trouble. Default: `session`, nobody.
  ///   - refresh: Renews tokens; throws a `signedOut`, `business` or `server` failure where the server refuses.
  ///     Default: nothing renews them.
  /// - Throws: What the secret store reports, so that a locked device is not taken for a signed-out user. A secret
  ///   that this version cannot read is reported, and nobody is signed in.
  public init(
    secrets: any SecretStoring, _ configuration: SessionConfiguration = SessionConfiguration(),
    refresh: (@Sendable (SessionTokens) async throws -> SessionTokens)? = nil
  ) throws(StoreError) {
    var configuration = configuration
    if let refresh { configuration.refresh = refresh }
    self.configuration = configuration
    self.secrets = secrets
    let secret = try secrets.secret(for: configuration.name)
    var kept: Kept?
    do { kept = try secret.map { try JSONDecoder().decode(Kept.self, from: $0) } } catch { configuration.report(error) }
    state = Locked(State(kept: kept))
    source = UpdateSource(Self.visible(State(kept: kept)))
  }

  /// Who is there now.
  public var current: SessionState<User> { source.value }

  /// Who is there, now and after each change.
  public var states: Updates<SessionState<User>> { source.updates }

  /// Whose data is on the device: signed in or expired, also while somebody signs in.
  public var user: User? { state.withLock { $0.kept?.user } }

  /// Adds work for when a user is forgotten: cancel their requests, delete their file, clear their answers.
  ///
  /// It runs after the tokens are gone, in the order added, before anybody else can sign in. What it throws is
  /// reported, and the rest runs all the same.
  public func onForget(_ work: @escaping @Sendable (User) async throws -> Void) {
    state.withLock { $0.onForget.append(work) }
  }

  /// Keeps a user whose name or picture has changed; ignored for anybody who is not there.
  @concurrent public func update(_ user: User) async {
    change { if $0.kept?.user.id == user.id { $0.kept?.user = user } }
    persist()
  }

  /// Waits until what runs beside the calls is done: forgetting users, revoking tokens.
  @concurrent public func settled() async {
    let (forgetting, farewell) = state.withLock { ($0.forgetting, $0.farewell) }
    await forgetting?.value
    await farewell?.value
  }

  /// Changes the state and tells the listeners, as one step.
  @discardableResult func change<Result>(_ change: (inout State) throws -> Result) rethrows -> Result {
    try state.withLock { state in
      let result = try change(&state)
      source.value = Self.visible(state)
      return result
    }
  }

  private static func visible(_ state: State) -> SessionState<User> {
    if state.attempt != nil { return .signingIn }
    guard let kept = state.kept else { return .signedOut }
    return kept.tokens == nil ? .expired(kept.user) : .signedIn(kept.user)
  }

  /// Writes what is kept now, whoever asked: the last write is always the newest.
  func persist() {
    do {
      try writing.withLock { _ in
        guard let kept = state.withLock({ $0.kept }) else { return try secrets.remove(configuration.name) }
        try secrets.set(JSONEncoder().encode(kept), for: configuration.name)
      }
    } catch { configuration.report(error) }
  }
}

/// How a session is kept, and what it does beside the calls. Every option has a default.
public struct SessionConfiguration: Sendable {
  /// The secret's name. Default `session`.
  public var name = "session"
  /// Renews tokens. Default: nothing does.
  public var refresh: (@Sendable (SessionTokens) async throws -> SessionTokens)?
  /// Tells the server that tokens are not used any more. Nobody waits for it. Default: nothing does.
  public var revoke: (@Sendable (SessionTokens) async throws -> Void)?
  /// What goes with a request. Default: a bearer token.
  public var credential: @Sendable (SessionTokens) -> Credential = { .bearer($0.access) }
  /// Told of trouble that stops nothing: a secret that cannot be kept or read, work that failed while a user was
  /// forgotten. Default: nobody.
  public var report: @Sendable (any Error) -> Void = { _ in }

  /// Makes the defaults.
  public init() {}
}
