// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a sign-in gives, as the server writes it.
struct TokenPair: Encodable, Sendable {
  let access: String
  let refresh: String
  /// How long the access token is good.
  let seconds: Int
}

/// Gives tokens out, knows them again and takes them back.
///
/// A refresh token works once: using it again means that it was stolen, and ends the whole sign-in (RFC 9700, 4.14).
actor TokenDesk {
  private struct SignIn {
    let account: String
    let seconds: Int
    var access: String
    var refresh: String
    var end: ContinuousClock.Instant
  }

  private let seconds: Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private var signIns: [Int: SignIn] = [:]
  private var count = 0
  /// Every token that was given out for a sign-in that is alive, used refresh tokens too.
  private var owners: [String: Int] = [:]

  /// - Parameters:
  ///   - seconds: How long an access token is good unless a sign-in asks otherwise.
  ///   - now: The time.
  init(seconds: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.seconds = seconds
    self.now = now
  }

  func open(_ account: String, seconds: Int?) -> TokenPair {
    count += 1
    return give(count, account, seconds ?? self.seconds)
  }

  /// The account of an access token that is good.
  func account(access: String) -> String? {
    guard let signIn = owners[access].flatMap({ signIns[$0] }), signIn.access == access, now() < signIn.end else {
      return nil
    }
    return signIn.account
  }

  /// New tokens for a refresh token; the old ones are good no more.
  func renew(_ refresh: String) -> TokenPair? {
    guard let number = owners[refresh], let signIn = signIns[number] else { return nil }
    guard signIn.refresh == refresh else {
      close(number)
      return nil
    }
    owners[signIn.access] = nil
    return give(number, signIn.account, signIn.seconds)
  }

  /// Ends the sign-in that a token belongs to; one that nobody knows is fine (RFC 7009, 2.2).
  func revoke(_ token: String) { if let number = owners[token] { close(number) } }

  /// Ends every sign-in of an account.
  func revokeAll(of account: String) {
    for (number, signIn) in signIns where signIn.account == account { close(number) }
  }

  private func give(_ number: Int, _ account: String, _ seconds: Int) -> TokenPair {
    let pair = TokenPair(
      access: [UInt8].random(24).hexadecimal, refresh: [UInt8].random(24).hexadecimal, seconds: seconds)
    signIns[number] = SignIn(
      account: account, seconds: seconds, access: pair.access, refresh: pair.refresh, end: now() + .seconds(seconds))
    owners[pair.access] = number
    owners[pair.refresh] = number
    return pair
  }

  private func close(_ number: Int) {
    signIns[number] = nil
    owners = owners.filter { $0.value != number }
  }
}
