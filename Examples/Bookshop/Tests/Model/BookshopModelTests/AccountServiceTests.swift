// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopServerKit
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1))) struct AccountServiceTests {
  private let ann = "ann@example.com"

  // S4-16
  @Test func signingInGivesTheAccountAndEverybodyHears() async throws {
    let services = try LiveShop().open()
    #expect(services.signingIn.state == .signedOut)
    var states = services.signingIn.states.makeAsyncIterator()
    #expect(try await states.next() == .signedOut)
    let account = try await services.signingIn.signIn(email: ann, password: "books")
    #expect(account == Account(id: "ann", name: "Ann", email: ann))
    var last: SessionState<Account>?
    repeat { last = try await states.next() } while last?.isSignedIn != true
    #expect(last == .signedIn(account))
    #expect(try await services.account.account() == account)
  }

  @Test func aWrongPasswordIsToldByItsField() async throws {
    let services = try LiveShop().open()
    let failed = await failure { try await services.signingIn.signIn(email: ann, password: "bocks") }
    #expect(failed?.kind == .business(code: "wrong_password"))
    #expect(failed?.message == "The e-mail address or the password is wrong.")
    #expect(failed.map { Array($0.fields.keys) } == ["password"])
    #expect(services.signingIn.state == .signedOut)
  }

  @Test func aRestartFindsWhoIsSignedIn() async throws {
    let shop = try LiveShop()
    _ = try await shop.open(as: ann)
    let again = try shop.open()
    #expect(again.signingIn.state.user?.id == "ann")
    #expect(try await again.account.account().name == "Ann")
  }

  @Test func anExpiredTokenIsRenewedAndNobodyNotices() async throws {
    let shop = try LiveShop { $0.tokenSeconds = 3_600 }
    let services = try await shop.open(as: ann)
    #expect(try await services.account.account().id == "ann")
    let brief = try LiveShop { $0.tokenSeconds = 0 }
    // Every token has expired when it comes: a sign-in cannot succeed, and says so.
    #expect(await failure { try await brief.open(as: ann) }?.kind == .signedOut)
  }

  @Test func signedOutElsewhereTheSessionExpiresOnceAndTheWorkGoesOnAfterASignIn() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    _ = try await services.addresses.addresses(.first())
    try await shop.endSignIns(of: ann)
    async let first = failure { try await services.addresses.addresses(.first()) }
    async let second = failure { try await services.account.account() }
    #expect(await [first?.kind, second?.kind] == [.signedOut, .signedOut])
    #expect(services.signingIn.state.isExpired)
    #expect(shop.userFiles.count == 1, "an expiry forgets nothing")
    #expect(try shop.open().signingIn.state.isExpired)
    try await services.signingIn.signIn(email: ann, password: "books")
    #expect(try await services.addresses.addresses(.first()).total == 2)
  }

  @Test func booksAreFoundWhoeverIsSignedIn() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    try await shop.endSignIns(of: ann)
    _ = await failure { try await services.account.account() }
    #expect(try await deliveries(of: services.searching.books(matching: "emma", page: .first())).count == 1)
  }

  @Test func aNewNameIsKept() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    #expect(try await services.account.rename("Anna").name == "Anna")
    #expect(services.signingIn.state.user?.name == "Anna")
    #expect(try shop.open().signingIn.state.user?.name == "Anna")
    let failed = await failure { try await services.account.rename(" ") }
    #expect(failed?.fields["name"] != nil)
  }

  @Test func signingOutLeavesNothingOfTheUserOnTheDevice() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    _ = try await services.addresses.addresses(.first())
    #expect(shop.userFiles == ["user-ann.sqlite"])
    await services.signingIn.signOut()
    #expect(services.signingIn.state == .signedOut)
    #expect(shop.userFiles.isEmpty)
    #expect(try shop.open().signingIn.state == .signedOut)
    #expect(await failure { try await services.account.account() }?.kind == .signedOut)
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: shop.place.folder, includingPropertiesForKeys: nil))
    {
      let data = (try? Data(contentsOf: file)) ?? Data()
      #expect(data.range(of: Data("Book Lane".utf8)) == nil, "\(file.lastPathComponent)")
    }
    #expect(shop.reported.isEmpty)
  }

  @Test func signingOutWorksWithoutAServer() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    shop.server.stop()
    await services.signingIn.signOut()
    #expect(services.signingIn.state == .signedOut)
    #expect(await failure { try await services.signingIn.signIn(email: ann, password: "books") }?.kind == .offline)
  }

  @Test func anotherUserSeesNothingOfTheFirst() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: ann)
    _ = try await services.addresses.addresses(.first())
    try await services.signingIn.signIn(email: "bao@example.com", password: "books")
    #expect(shop.userFiles.isEmpty)
    let pages = try await deliveries(of: services.addresses.deliveries(.first()))
    #expect(pages.map(\.origin) == [.network])
    #expect(pages.first?.value.total == 0)
  }

  @Test func aFolderThatCannotBeWrittenCostsTheRestartOnly() async throws {
    let shop = try LiveShop()
    try FileManager.default.createDirectory(at: shop.place.folder, withIntermediateDirectories: true)
    let taken = shop.place.folder.appending(path: "taken")
    try Data("not a folder".utf8).write(to: taken)
    let problems = Problems()
    let services = try BookshopServices.live(server: shop.url, folder: taken) { problems.add($0) }
    try await services.signingIn.signIn(email: ann, password: "books")
    #expect(try await services.addresses.addresses(.first()).total == 2)
    #expect(!problems.all.isEmpty)
  }
}
