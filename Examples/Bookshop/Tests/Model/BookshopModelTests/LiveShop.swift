// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopServerKit
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import Testing

/// The real shop on a socket, and an app's services with real files; both end with the test.
final class LiveShop: Sendable {
  let server: ShopServer
  let place = TemporaryStore()
  let url: URL
  private let problems = Problems()

  init(_ configure: (inout ShopOptions) -> Void = { _ in }) throws {
    var options = ShopOptions(port: 0)
    configure(&options)
    server = try ShopServer(options)
    url = try #require(URL(string: server.url))
  }

  deinit { server.stop() }

  /// What was reported so far.
  var reported: [any Error] { problems.all }

  /// The services as a start of the app makes them; they keep the shop open.
  func open() throws -> BookshopServices {
    try .live(server: url, folder: place.folder, configure: { $0.retry = .never }) { self.problems.add($0) }
  }

  /// The services with somebody signed in.
  func open(as email: String) async throws -> BookshopServices {
    let services = try open()
    try await services.signingIn.signIn(email: email, password: "books")
    return services
  }

  /// Ends every sign-in of an account, as from another device.
  func endSignIns(of email: String) async throws {
    let form = ["email": email, "password": "books"]
    try await Client(url).send(.post("/v2/tokens/revoke-all", json: form))
  }

  /// The names of the files of users.
  var userFiles: [String] {
    let folder = place.folder.appending(path: "users").path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".sqlite") }
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

extension AddressDraft {
  /// A draft that the server accepts.
  static func good(_ name: String = "Bao", isDefault: Bool = false) -> AddressDraft {
    AddressDraft(
      name: name, phone: "0571 8700 1000", province: Region(code: "330000", name: "Zhejiang"),
      city: Region(code: "330100", name: "Hangzhou"), district: Region(code: "330106", name: "Xihu"),
      street: "Book Lane 1", postcode: "310000", isDefault: isDefault)
  }
}
