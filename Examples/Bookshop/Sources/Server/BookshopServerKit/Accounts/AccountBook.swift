// Part of Strata.
// SPDX-License-Identifier: MIT

/// Somebody who may sign in, as the server writes it.
struct Account: Encodable, Sendable {
  let id: String
  var name: String
  let email: String
}

/// The accounts. They are made by hand, and what changes is gone when the server ends.
actor AccountBook {
  /// Everybody's password.
  static let password = "books"

  private var accounts: [Account] = [
    Account(id: "ann", name: "Ann", email: "ann@example.com"),
    Account(id: "bao", name: "Bao", email: "bao@example.com"),
    Account(id: "cyd", name: "Cyd", email: "cyd@example.com"),
  ]
  private let hashes: [String: PasswordHash]
  /// Hashed for an address that nobody has, so that a refusal takes as long.
  private let nobody = PasswordHash("")

  init() {
    hashes = Dictionary(uniqueKeysWithValues: accounts.map { ($0.id, PasswordHash(Self.password)) })
  }

  /// Who signs in so; the address is compared without regard to case.
  func account(email: String, password: String) -> Account? {
    let account = accounts.first { $0.email == email.trimmed.lowercased() }
    let hash = account.flatMap { hashes[$0.id] } ?? nobody
    return hash.matches(password) ? account : nil
  }

  func account(_ id: String) -> Account? { accounts.first { $0.id == id } }

  func rename(_ id: String, _ name: String) -> Account? {
    guard let index = accounts.firstIndex(where: { $0.id == id }) else { return nil }
    accounts[index].name = name
    return accounts[index]
  }
}
