// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
import StrataCache
import StrataMapping
public import StrataRequest
import StrataService
public import StrataStore

extension BookshopServices {
  /// The services of a real server and real files.
  ///
  /// `bookshop.sqlite` holds what the app showed to anybody, `answers.sqlite` answers that may be used again, and
  /// `users` a file for each user, which vanishes when they leave.
  ///
  /// - Parameters:
  ///   - server: The server's address.
  ///   - folder: Where the files are.
  ///   - secrets: Keeps the sign-in. Default: private files in `folder`.
  ///   - transport: How requests travel. Default: the platform's.
  ///   - configure: Changes what every client has in common.
  ///   - report: Told when a file fails; the app goes on.
  /// - Throws: `StoreError` if not even memory can be had, or if the device is locked.
  public static func live(
    server: URL, folder: URL, secrets: (any SecretStoring)? = nil, transport: any Transporting = .default,
    configure: (inout Client.Configuration) -> Void = { _ in }, report: @escaping @Sendable (any Error) -> Void
  ) throws -> Self {
    let store = try Store.bookshop(in: folder, report: report)
    let catalogue = Client(server, transport: transport, configure: configure)
    // NB: the door opens without credentials, so that a renewal never waits for itself.
    let door = Client(server, transport: transport) {
      configure(&$0)
      $0.readBookshopEnvelope()
    }
    let session = try Session.bookshop(
      secrets: secrets ?? FileSecrets(in: folder.appending(path: "secrets")), door: door, report: report)
    let cache = ResponseCache(at: folder.appending(path: "answers.sqlite")) {
      $0.scope = { session.user?.id }
      $0.onProblem = { report($0) }
    }
    let client = Client(server, transport: transport) {
      configure(&$0)
      $0.readBookshopEnvelope()
      $0.credentials = session
      $0.cache = cache
    }
    let personal = PersonalStore(in: folder.appending(path: "users")) { session.user?.id }
    session.onForget { _ in client.cancel(tag: .account) }
    session.onForget { try personal.forget($0.id) }
    session.onForget { try await cache.clear(scope: $0.id) }
    let books = BookService(client: catalogue, store: store, report: report)
    let account = AccountService(session: session, client: client)
    return Self(
      searching: books, reading: books, covers: CoverService(client: catalogue, store: store, report: report),
      signingIn: account, account: account,
      addresses: AddressService(client: client, personal: personal, report: report),
      regions: RegionService(client: client))
  }
}

extension Client.Configuration {
  /// How the server wraps everything but the catalogue: `{"code": "ok", "message": "", "data": …}`.
  mutating func readBookshopEnvelope() {
    var envelope = Envelope()
    envelope.succeeds = { $0 == "ok" }
    envelope.dataRule = .present
    let policy = MappingPolicy.lenient.with { $0.names = .snakeCase }
    decoder = envelope.decoder(MappingDecoder(policy))
    encoder = MappingEncoder(policy)
  }
}
