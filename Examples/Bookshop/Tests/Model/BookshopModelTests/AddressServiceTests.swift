// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopServerKit
import Foundation
import StrataContract
import Testing

@Suite(.timeLimit(.minutes(1))) struct AddressServiceTests {
  @Test func pagesComeWithTheirTotal() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: "cyd@example.com")
    let first = try await services.addresses.addresses(.first(size: 20))
    let third = try await services.addresses.addresses(PageRequest(number: 3, size: 20))
    #expect(first.total == 45 && first.items.count == 20 && third.items.count == 5)
    #expect(first.items.first?.isDefault == true)
    #expect(first.items.first?.province == Region(code: "330000", name: "Zhejiang"))
  }

  @Test func theKeptPageComesFirstAlsoWithoutAServer() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: "ann@example.com")
    _ = try await services.addresses.addresses(.first())
    let both = try await deliveries(of: services.addresses.deliveries(.first()))
    #expect(both.map(\.origin) == [.cache], "an equal page is not delivered again")
    shop.server.stop()
    var rows = 0
    let failed = await failure {
      for try await page in services.addresses.deliveries(.first()) { rows += page.value.items.count }
    }
    #expect(rows == 2 && failed?.kind == .offline)
  }

  @Test func anEditTakesBackWhatWasKept() async throws {
    let shop = try LiveShop()
    let services = try await shop.open(as: "ann@example.com")
    let last = try #require(try await services.addresses.addresses(.first()).items.last)
    try await services.addresses.makeDefault(last.id)
    let pages = try await deliveries(of: services.addresses.deliveries(.first()))
    #expect(pages.map(\.origin) == [.network])
    #expect(pages.first?.value.items.first?.id == last.id)
  }

  @Test func anAddressIsMadeChangedMadeDefaultAndDeleted() async throws {
    let services = try await LiveShop().open(as: "bao@example.com")
    let addresses = services.addresses
    let made = try await addresses.save(.good())
    #expect(made.name == "Bao" && made.district?.name == "Xihu" && !made.isDefault)
    var draft = AddressDraft(made)
    draft.street = "Book Lane 2"
    #expect(try await addresses.save(draft).street == "Book Lane 2")
    #expect(try await addresses.makeDefault(made.id).isDefault)
    #expect(try await addresses.addresses(.first()).items.map(\.street) == ["Book Lane 2"])
    try await addresses.delete(made.id)
    try await addresses.delete(made.id)
    #expect(try await addresses.addresses(.first()).items.isEmpty)
    #expect(await failure { try await addresses.save(draft) }?.kind == .business(code: "gone"))
  }

  @Test func aDraftThatIsSentTwiceMakesOneAddress() async throws {
    let services = try await LiveShop().open(as: "bao@example.com")
    let draft = AddressDraft.good()
    let first = try await services.addresses.save(draft)
    #expect(try await services.addresses.save(draft).id == first.id)
    #expect(try await services.addresses.addresses(.first()).total == 1)
  }

  @Test func theServersMessagesComeByField() async throws {
    let services = try await LiveShop().open(as: "bao@example.com")
    let failed = await failure { try await services.addresses.save(AddressDraft(postcode: "1")) }
    #expect(failed?.kind == .business(code: "invalid"))
    #expect(failed?.message == "Some fields are not right yet.")
    let names = Set(AddressDraft.Field.allCases.map(\.rawValue))
    #expect(failed.map { Set($0.fields.keys).isSubset(of: names) } == true)
    #expect(failed?.fields["postcode"] == "A postcode has 6 digits.")
  }

  @Test func regionsAreAskedForOnce() async throws {
    let shop = try LiveShop()
    let services = try shop.open()
    let provinces = try await services.regions.regions(in: nil)
    #expect(provinces.count >= 6)
    let zhejiang = try #require(provinces.first { $0.name == "Zhejiang" })
    let cities = try await services.regions.regions(in: zhejiang)
    #expect(cities.contains(Region(code: "330100", name: "Hangzhou")))
    shop.server.stop()
    #expect(try await services.regions.regions(in: nil) == provinces)
    #expect(try await services.regions.regions(in: zhejiang) == cities)
    #expect(await failure { try await services.regions.regions(in: cities[0]) }?.kind == .offline)
  }
}
