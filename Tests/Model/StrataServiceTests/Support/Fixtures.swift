// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataService
import StrataStore
import Testing

let site = URL(string: "http://shop.test")!

struct Account: Codable, Hashable, Identifiable, Sendable {
  var id: String
  var name: String
}

let ann = Account(id: "ann", name: "Ann")
let bao = Account(id: "bao", name: "Bao")

/// Secrets in memory, which can be made to fail.
final class MemorySecrets: SecretStoring {
  let secrets = UpdateSource<[String: Data]>([:])
  let trouble = UpdateSource<StoreError.Code?>(nil)

  func secret(for name: String) throws(StoreError) -> Data? {
    try check()
    return secrets.value[name]
  }
  func set(_ secret: Data, for name: String) throws(StoreError) {
    try check()
    secrets.update { $0[name] = secret }
  }
  func remove(_ name: String) throws(StoreError) {
    try check()
    secrets.update { $0[name] = nil }
  }
  func removeAll() throws(StoreError) {
    try check()
    secrets.value = [:]
  }
  private func check() throws(StoreError) {
    if let code = trouble.value { throw StoreError(code, "the secrets are not to be had") }
  }
}

/// The failure that work ends with.
func failure(_ work: () async throws -> some Any) async -> Failure? {
  do {
    _ = try await work()
    return nil
  } catch {
    return Failure(error)
  }
}
