// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataBinding
import StrataContract
import StrataPresentation
import StrataScripted
import StrataTesting
import Synchronization

let ann = ScriptedSignIn.accounts[0]
let bao = ScriptedSignIn.accounts[1]

func address(_ id: String, isDefault: Bool = false) -> Address {
  Address(
    id: id, name: "Ann", phone: "13800138000", province: Region(code: "330000", name: "Zhejiang"),
    city: Region(code: "330100", name: "Hangzhou"), district: Region(code: "330106", name: "Xihu"),
    street: "\(id) Lake Road", postcode: "310000", isDefault: isDefault)
}

/// The app over services in memory: what a test needs to see and to upset.
@MainActor final class ShopFloor {
  let signingIn: ScriptedSignIn
  let server: ScriptedAddresses
  let wire: SlowAddresses
  let clock = ManualClock()
  let app: AppModel

  /// Makes an app that has not started.
  init(_ state: SessionState<Account> = .signedIn(ann), _ addresses: [Address] = []) {
    signingIn = ScriptedSignIn(state)
    server = ScriptedAddresses(signingIn: signingIn, addresses)
    wire = SlowAddresses(server)
    var services = BookshopServices.scripted(signingIn: signingIn)
    services.addresses = wire
    app = AppModel(services: services, clock: clock)
  }

  /// Starts it, and waits until it follows the session.
  func start(at snapshot: Data? = nil, opening link: String? = nil) async {
    app.start(at: snapshot, opening: link.flatMap { URL(string: $0) })
    await turn()
  }

  /// Lets everything that is ready happen, the views' turn of the main loop included.
  func turn() async {
    for _ in 0..<100 {
      await Task.yield()
      UpdateLoop.main.flush()
    }
  }

  /// Waits until something is so.
  func until(_ isSo: () -> Bool) async {
    while !isSo() {
      await Task.yield()
      UpdateLoop.main.flush()
    }
  }

  /// Fills in the sheet and waits until the app has gone on.
  func signIn(as account: Account = ann) async {
    let sheet = app.signIn()
    sheet.email.value = account.email
    sheet.password.value = ScriptedSignIn.password
    sheet.form.submit.run()
    await sheet.form.submit.finished()
    await until { app.router.sheets.isEmpty }
  }

  var rows: [Address] { app.addresses.addresses.rows }
}

/// Addresses whose server answers when a gate is open.
final class SlowAddresses: AddressEditing {
  let gate = Gate()
  private let server: ScriptedAddresses
  private let log = Mutex<[String]>([])

  init(_ server: ScriptedAddresses) {
    self.server = server
    gate.open()
  }

  /// What has reached the server.
  var calls: [String] { log.withLock { $0 } }

  func addresses(_ page: PageRequest) async throws -> Page<Address> {
    try await pass("list")
    return try await server.addresses(page)
  }
  func save(_ draft: AddressDraft) async throws -> Address {
    try await pass("save \(draft.name)")
    return try await server.save(draft)
  }
  func makeDefault(_ id: Address.ID) async throws -> Address {
    try await pass("default \(id)")
    return try await server.makeDefault(id)
  }
  func delete(_ id: Address.ID) async throws {
    try await pass("delete \(id)")
    try await server.delete(id)
  }

  private func pass(_ call: String) async throws {
    log.withLock { $0.append(call) }
    try await gate.pass()
  }
}
