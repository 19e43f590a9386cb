// Part of Strata.
// SPDX-License-Identifier: MIT

extension Route {
  /// `/v2/tokens`: signing in, renewing, signing out.
  static func tokens(_ desk: TokenDesk, _ accounts: AccountBook) -> [Route] {
    [
      Route("POST", "/v2/tokens") { call in
        let form = try call.body(SignInForm.self)
        guard let account = await accounts.account(email: form.email, password: form.password) else {
          throw Problem.wrongPassword
        }
        if let seconds = form.seconds, !(0...86_400).contains(seconds) {
          throw Problem.invalid("seconds", given: "\(seconds)", "a whole number from 0 to 86400")
        }
        return try .wrapped(await desk.open(account.id, seconds: form.seconds))
      },
      Route("POST", "/v2/tokens/renew") { call in
        guard let pair = await desk.renew(try call.body(TokenForm.self).token) else { throw Problem.signedOut }
        return try .wrapped(pair)
      },
      Route("POST", "/v2/tokens/revoke") { call in
        await desk.revoke(try call.body(TokenForm.self).token)
        return try .wrapped(true)
      },
      // Signing out everywhere, for who has lost a device; tests end a sign-in with it.
      Route("POST", "/v2/tokens/revoke-all") { call in
        let form = try call.body(SignInForm.self)
        guard let account = await accounts.account(email: form.email, password: form.password) else {
          throw Problem.wrongPassword
        }
        await desk.revokeAll(of: account.id)
        return try .wrapped(true)
      },
    ]
  }
}

private struct SignInForm: Decodable {
  let email: String
  let password: String
  /// How long the access tokens are good; default: the server's.
  let seconds: Int?
}

private struct TokenForm: Decodable {
  let token: String
}
