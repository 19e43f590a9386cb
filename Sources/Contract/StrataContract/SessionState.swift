// Part of Strata.
// SPDX-License-Identifier: MIT

/// Who uses the app: nobody yet, somebody, or somebody who must sign in again.
///
/// A session gives it, a root model follows it: it shows the sign-in once for ``expired(_:)`` and goes on after
/// ``signedIn(_:)``.
///
/// ```swift
/// for try await state in services.signingIn.states where state.isExpired { model.presentsSignIn = true }
/// ```
public enum SessionState<User> {
  /// Nobody is signed in.
  case signedOut
  /// A sign-in is under way, of anybody.
  case signingIn
  /// Somebody is signed in.
  case signedIn(User)
  /// Somebody was signed in, and the server wants to see the password again. Their data is still here.
  case expired(User)

  /// Who is signed in, or was until the sign-in expired.
  public var user: User? {
    switch self {
    case .signedIn(let user), .expired(let user): user
    case .signedOut, .signingIn: nil
    }
  }

  /// Whether requests of a user are answered.
  public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }

  /// Whether somebody must sign in again.
  public var isExpired: Bool { if case .expired = self { true } else { false } }

  /// Whether a sign-in is under way.
  public var isSigningIn: Bool { if case .signingIn = self { true } else { false } }
}

extension SessionState: Sendable where User: Sendable {}
extension SessionState: Equatable where User: Equatable {}
extension SessionState: Hashable where User: Hashable {}
