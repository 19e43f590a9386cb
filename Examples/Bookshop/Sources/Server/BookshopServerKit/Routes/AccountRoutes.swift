// Part of Strata.
// SPDX-License-Identifier: MIT

extension Route {
  /// `/v2/account`.
  static func accounts(_ desk: TokenDesk, _ accounts: AccountBook) -> [Route] {
    [
      Route("GET", "/v2/account") { call in
        guard let account = await accounts.account(try await call.account(desk)) else { throw Problem.signedOut }
        return try .wrapped(account)
      },
      Route("PATCH", "/v2/account") { call in
        let id = try await call.account(desk)
        let name = try call.body(NameForm.self).name.trimmed
        guard (1...40).contains(name.count) else {
          throw Problem.invalidFields(["name": "Say how you want to be called, in at most 40 characters."])
        }
        guard let account = await accounts.rename(id, name) else { throw Problem.signedOut }
        return try .wrapped(account)
      },
    ]
  }
}

extension Call {
  /// The id of the account that asks.
  func account(_ desk: TokenDesk) async throws(Problem) -> String {
    guard let bearer, let account = await desk.account(access: bearer) else { throw .signedOut }
    return account
  }
}

private struct NameForm: Decodable {
  let name: String
}
