// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import BookshopModel
import Foundation
import StrataContract
import StrataRequest

/// The same user on another device, who does what the app must cope with.
struct OtherDevice {
  private let server: URL
  private let services: BookshopServices

  init(server: URL, folder: URL) throws {
    self.server = server
    services = try BookshopEnvironment(server: server, folder: folder).services { _ in }
  }

  /// The addresses that the server has.
  func addresses() async throws -> [Address] {
    try await signIn()
    return try await services.addresses.addresses(PageRequest(number: 1, size: 20)).items
  }

  /// Deletes the addresses of a street.
  func delete(street: String) async throws {
    for address in try await addresses() where address.street == street {
      try await services.addresses.delete(address.id)
    }
  }

  /// Ends every sign-in of the user, wherever they are.
  func signOutEverywhere() async throws {
    let form = ["email": "bao@example.com", "password": "books"]
    try await Client(server).send(Request<Void>.post("/v2/tokens/revoke-all", json: form))
  }

  private func signIn() async throws {
    try await services.signingIn.signIn(email: "bao@example.com", password: "books")
  }
}
