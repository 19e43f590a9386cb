// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataService
import StrataStore

extension Session<Account> {
  /// Restores who was signed in. Where no secret can be had, a sign-in lasts until the app ends.
  ///
  /// - Parameters:
  ///   - secrets: Keeps user and tokens.
  ///   - door: Asks the server without credentials.
  ///   - report: Told of trouble that stops nothing.
  static func bookshop(
    secrets: any SecretStoring, door: Client, report: @escaping @Sendable (any Error) -> Void
  ) throws -> Session {
    var configuration = SessionConfiguration()
    configuration.report = report
    configuration.refresh = { old in
      try await door.send(.post("/v2/tokens/renew", json: ["token": old.refresh], returning: TokenAnswer.self)).session
    }
    configuration.revoke = { tokens in
      try await door.send(.post("/v2/tokens/revoke", json: ["token": tokens.refresh ?? tokens.access]))
    }
    do { return try Session(secrets: secrets, configuration) } catch {
      if error.code == .locked { throw error }
      report(BookshopStoreProblem("No secret can be kept: a sign-in lasts until the app ends.", error))
      return try Session(secrets: NoSecrets(), configuration)
    }
  }
}

/// Keeps nothing: the session itself remembers until the app ends.
private struct NoSecrets: SecretStoring {
  func secret(for name: String) throws(StoreError) -> Data? { nil }
  func set(_ secret: Data, for name: String) throws(StoreError) {}
  func remove(_ name: String) throws(StoreError) {}
  func removeAll() throws(StoreError) {}
}
