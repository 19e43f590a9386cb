// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import StrataContract
import Testing

/// Scripted and live services, through the same door: a preview must not show what the server never does.
@Suite(.timeLimit(.minutes(1))) struct ScriptedServicesTests {
  /// The shop's services of a kind, with nobody there.
  private func services(_ isLive: Bool) throws -> BookshopServices { isLive ? try LiveShop().open() : .scripted() }

  @Test(arguments: [true, false]) func nobodySeesAddressesBeforeTheSignIn(isLive: Bool) async throws {
    let services = try services(isLive)
    #expect(await failure { try await services.addresses.addresses(.first()) }?.kind == .signedOut)
    #expect(await failure { try await services.account.account() }?.kind == .signedOut)
    #expect(try await !services.regions.regions(in: nil).isEmpty)
  }

  @Test(arguments: [true, false]) func aWrongPasswordLeavesNobodySignedIn(isLive: Bool) async throws {
    let services = try services(isLive)
    let failed = await failure {
      try await services.signingIn.signIn(email: "bao@example.com", password: "wrong")
    }
    #expect(failed?.fields["password"] != nil)
    #expect(services.signingIn.state == .signedOut)
  }

  @Test(arguments: [true, false]) func addressesAreKeptInOrder(isLive: Bool) async throws {
    let services = try services(isLive)
    let account = try await services.signingIn.signIn(email: "bao@example.com", password: "books")
    #expect(services.signingIn.state == .signedIn(account))
    let addresses = services.addresses
    let first = try await addresses.save(.good("First"))
    try await addresses.save(.good("Second"))
    #expect(try await addresses.addresses(.first()).items.map(\.name) == ["Second", "First"])
    try await addresses.makeDefault(first.id)
    #expect(try await addresses.addresses(.first(size: 1)).items.map(\.name) == ["First"])
    let draft = AddressDraft.good("Third", isDefault: true)
    let third = try await addresses.save(draft)
    #expect(try await addresses.save(draft).id == third.id)
    let page = try await addresses.addresses(.first())
    #expect(page.items.map(\.name) == ["Third", "Second", "First"] && page.total == 3)
    #expect(page.items.map(\.isDefault) == [true, false, false])
    try await addresses.delete(third.id)
    #expect(try await addresses.addresses(.first()).total == 2)
    var unfinished = AddressDraft.good()
    unfinished.district = nil
    #expect(await failure { try await addresses.save(unfinished) }?.fields.keys.sorted() == ["district"])
    let wrong = await failure { try await addresses.save(AddressDraft(phone: "1")) }
    #expect(wrong.map { $0.fields.keys.sorted() } == ["city", "name", "phone", "province", "street"])
  }

  @Test(arguments: [true, false]) func aRenameIsSeenByTheSession(isLive: Bool) async throws {
    let services = try services(isLive)
    try await services.signingIn.signIn(email: "bao@example.com", password: "books")
    try await services.account.rename("Bao L.")
    #expect(services.signingIn.state.user?.name == "Bao L.")
    #expect(await failure { try await services.account.rename("") }?.fields["name"] != nil)
    await services.signingIn.signOut()
    #expect(services.signingIn.state == .signedOut)
  }

  @Test func aScriptFailsAndExpiresOnDemand() async throws {
    let signingIn = ScriptedSignIn(.signedIn(ScriptedSignIn.accounts[0]))
    let addresses = ScriptedAddresses(signingIn: signingIn)
    addresses.failNext(Failure(.offline))
    #expect(await failure { try await addresses.addresses(.first()) }?.kind == .offline)
    #expect(try await addresses.addresses(.first()).items.isEmpty)
    signingIn.expire()
    #expect(signingIn.state == .expired(ScriptedSignIn.accounts[0]))
    #expect(await failure { try await addresses.addresses(.first()) }?.kind == .signedOut)
    signingIn.failNext(Failure(.timedOut))
    #expect(
      await failure { try await signingIn.signIn(email: "ann@example.com", password: "books") }?.kind == .timedOut)
    #expect(signingIn.state.isExpired)
  }
}
