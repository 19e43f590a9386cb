// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
public import StrataRequest

extension Session: CredentialProviding {
  /// What goes with a request: within a sign-in the tokens it has got so far, else those of who is signed in.
  public func credential() async throws -> Credential? {
    if let chain = ownChain { return chain.tokens.map(configuration.credential) }
    return state.withLock { $0.kept?.tokens }.map(configuration.credential)
  }

  /// Renews the tokens that the server has refused. The client calls it, once for all requests that wait.
  ///
  /// - Throws: What the refresh throws, after the session has expired where that is a refusal.
  @concurrent public func refresh(_ old: Credential) async throws -> Credential {
    // A sign-in whose own tokens are refused has failed.
    if ownChain != nil { throw SessionError.signedOut }
    let (generation, tokens) = state.withLock { ($0.generation, $0.kept?.tokens) }
    guard let tokens else { throw SessionError.signedOut }
    let now = configuration.credential(tokens)
    guard now == old else { return now }
    guard tokens.refresh != nil, let refresh = configuration.refresh else {
      expire(generation)
      throw SessionError.signedOut
    }
    let renewed: SessionTokens
    do { renewed = try await refresh(tokens) } catch {
      if !Failure(error).isPassing { expire(generation) }
      throw error
    }
    let isKept = change { state in
      guard state.generation == generation else { return false }
      state.kept?.tokens = renewed
      return true
    }
    guard isKept else {
      revoke(renewed)
      throw SessionError.signedOut
    }
    persist()
    return configuration.credential(renewed)
  }

  /// The sign-in that this task's requests belong to, if it is this session's.
  private var ownChain: SignInChain? {
    SignInChain.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0 : nil }
  }

  private func expire(_ generation: Int) {
    change { if $0.generation == generation { $0.kept?.tokens = nil } }
    persist()
  }
}
