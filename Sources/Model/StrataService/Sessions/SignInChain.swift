// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// The chained requests of one sign-in: what they send carries the tokens that were given to it, and nobody else's.
///
/// See ``Session/signIn(_:)``. Safe to use from any task.
public final class SignInChain: Sendable {
  /// The chain whose requests this task makes.
  @TaskLocal static var current: SignInChain?

  /// The session it belongs to.
  let owner: ObjectIdentifier
  private let state = Locked<SessionTokens?>(nil)

  init(of owner: ObjectIdentifier) { self.owner = owner }

  /// The requests from here on carry these; the last ones are kept if the whole chain succeeds.
  public func carry(_ tokens: SessionTokens) { state.withLock { $0 = tokens } }

  var tokens: SessionTokens? { state.withLock { $0 } }
}

/// What a session itself finds wrong.
public enum SessionError: Error, Hashable, Sendable, FailureConvertible, CustomStringConvertible {
  /// A sign-in's requests all succeeded, and none gave it tokens: call ``SignInChain/carry(_:)``.
  case noTokens
  /// Nobody is signed in, or not any more.
  case signedOut

  /// The failure a screen shows.
  public var failure: Failure {
    switch self {
    case .noTokens: Failure(.unexpected, isRetryable: false, underlying: self)
    case .signedOut: Failure(.signedOut, underlying: self)
    }
  }

  /// What happened, for a log.
  public var description: String {
    switch self {
    case .noTokens: "the sign-in ended without tokens: call carry(_:) with what the server gave"
    case .signedOut: "nobody is signed in"
    }
  }
}
