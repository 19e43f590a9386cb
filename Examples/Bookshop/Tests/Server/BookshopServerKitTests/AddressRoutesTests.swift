// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AddressRoutesTests {
  private func form(_ changes: [String: Any] = [:]) throws -> String {
    let good: [String: Any] = [
      "name": "Ann", "phone": "0571 8700 1000", "province": "330000", "city": "330100", "district": "330106",
      "street": "Book Lane 1", "postcode": "310000", "is_default": false,
    ]
    let data = try JSONSerialization.data(withJSONObject: good.merging(changes) { $1 })
    return String(decoding: data, as: UTF8.self)
  }

  @Test func addressesComeInPagesWithTheDefaultFirst() async throws {
    let cyd = try await Customer(try Shop(), email: "cyd@example.com")
    var ids: [String] = []
    for page in 1...4 {
      let reply = try await cyd.ask(.get, "/v2/addresses?page=\(page)&count=20")
      #expect(reply.data["total"] as? Int == 45)
      ids += reply.names()
      if page == 1 { #expect(reply.addresses.first?["is_default"] as? Bool == true) }
    }
    #expect(ids.count == 45 && Set(ids).count == 45)
    #expect(try await cyd.ask(.get, "/v2/addresses?count=0").status == 400)
  }

  @Test func everybodyHasTheirOwn() async throws {
    let shop = try Shop()
    let ann = try await Customer(shop), bao = try await Customer(shop, email: "bao@example.com")
    #expect(try await bao.ask(.get, "/v2/addresses").data["total"] as? Int == 0)
    let id = try #require(try await ann.ask(.get, "/v2/addresses").names().first)
    #expect(try await bao.ask(.put, "/v2/addresses/\(id)", try form()).status == 404)
    #expect(try await bao.ask(.post, "/v2/addresses/\(id)/default").code == "gone")
    #expect(try await bao.ask(.delete, "/v2/addresses/\(id)").isTrue)
    #expect(try await ann.ask(.get, "/v2/addresses").names().contains(id))
    #expect(try await Customer(strangerIn: shop).ask(.get, "/v2/addresses").status == 401)
  }

  @Test func anAddressIsMadeChangedAndDeleted() async throws {
    let bao = try await Customer(try Shop(), email: "bao@example.com")
    let made = try await bao.ask(.post, "/v2/addresses", try form())
    let id = try #require(made.data["id"] as? String)
    #expect((made.data["province"] as? [String: String]) == ["code": "330000", "name": "Zhejiang"])
    #expect((made.data["district"] as? [String: String])?["name"] == "Xihu")
    let changed = try await bao.ask(.put, "/v2/addresses/\(id)", try form(["street": " Book Lane 2 "]))
    #expect(changed.data["street"] as? String == "Book Lane 2")
    #expect(try await bao.ask(.get, "/v2/addresses").names("street") == ["Book Lane 2"])
    #expect(try await bao.ask(.delete, "/v2/addresses/\(id)").isTrue)
    #expect(try await bao.ask(.delete, "/v2/addresses/\(id)").isTrue)
    #expect(try await bao.ask(.put, "/v2/addresses/\(id)", try form()).code == "gone")
  }

  @Test func theDefaultIsOneAtMost() async throws {
    let ann = try await Customer(try Shop())
    let ids = try await ann.ask(.get, "/v2/addresses").names()
    let other = try #require(ids.last)
    #expect(try await ann.ask(.post, "/v2/addresses/\(other)/default").data["is_default"] as? Bool == true)
    #expect(try await ann.ask(.get, "/v2/addresses").names().first == other)
    let made = try await ann.ask(.post, "/v2/addresses", try form(["is_default": true]))
    let page = try await ann.ask(.get, "/v2/addresses")
    #expect(page.names().first == made.data["id"] as? String)
    #expect(page.addresses.filter { $0["is_default"] as? Bool == true }.count == 1)
  }

  // W3: at least once on the wire, once in effect.
  @Test func aRequestThatIsSentTwiceMakesOneAddress() async throws {
    let bao = try await Customer(try Shop(), email: "bao@example.com")
    let first = try await bao.ask(.post, "/v2/addresses", try form(), key: "k1")
    let again = try await bao.ask(.post, "/v2/addresses", try form(), key: "k1")
    #expect(first.data["id"] as? String == again.data["id"] as? String)
    let mended = try await bao.ask(.post, "/v2/addresses", try form(["street": "Book Lane 9"]), key: "k1")
    #expect(mended.data["id"] as? String == first.data["id"] as? String)
    #expect(try await bao.ask(.get, "/v2/addresses").names("street") == ["Book Lane 9"])
    _ = try await bao.ask(.post, "/v2/addresses", try form(), key: "k2")
    #expect(try await bao.ask(.get, "/v2/addresses").data["total"] as? Int == 2)
  }

  @Test func aRefusedRequestDoesNotUseItsKey() async throws {
    let bao = try await Customer(try Shop(), email: "bao@example.com")
    #expect(try await bao.ask(.post, "/v2/addresses", try form(["name": ""]), key: "k").status == 422)
    #expect(try await bao.ask(.post, "/v2/addresses", try form(), key: "k").status == 200)
  }

  @Test(arguments: [
    ("name", ""), ("name", String(repeating: "x", count: 41)), ("phone", "123"), ("phone", "12345a"),
    ("phone", "٣٣٣٣٣٣"), ("province", ""), ("province", "330100"), ("city", "310100"), ("city", ""),
    ("district", ""), ("district", "330203"), ("street", "  "), ("postcode", "31000"), ("postcode", "31000x"),
    ("postcode", "001000"),
  ])
  func aWrongFieldIsToldByItsName(field: String, value: String) async throws {
    let bao = try await Customer(try Shop(), email: "bao@example.com")
    let reply = try await bao.ask(.post, "/v2/addresses", try form([field: value]))
    #expect(reply.status == 422 && reply.code == "invalid" && !reply.message.isEmpty)
    #expect(reply.fields[field]?.isEmpty == false)
    if field != "province", field != "city" { #expect(reply.fields.count == 1) }
    #expect(try await bao.ask(.get, "/v2/addresses").data["total"] as? Int == 0)
  }

  @Test func anEmptyFormHasAMessageForEachField() async throws {
    let reply = try await Customer(try Shop(), email: "bao@example.com").ask(.post, "/v2/addresses", "{}")
    #expect(reply.fields.keys.sorted() == ["city", "name", "phone", "province", "street"])
  }

  @Test func aCityWithoutDistrictsNeedsNone() async throws {
    let bao = try await Customer(try Shop(), email: "bao@example.com")
    let dongguan = ["province": "440000", "city": "441900", "district": ""]
    #expect(try await bao.ask(.post, "/v2/addresses", try form(dongguan)).status == 200)
    #expect(
      try await bao.ask(.post, "/v2/addresses", try form(dongguan.merging(["district": "330106"]) { $1 })).status == 422
    )
  }

  @Test func theRegionsAreATreeOfThreeLevels() async throws {
    let nobody = Customer(strangerIn: try Shop.shared())
    let provinces = try await nobody.ask(.get, "/v2/regions").list.compactMap { $0["code"] as? String }
    #expect(provinces.count >= 6)
    for province in provinces {
      let cities = try await nobody.ask(.get, "/v2/regions?in=\(province)").list
      #expect(!cities.isEmpty)
      for city in cities.compactMap({ $0["code"] as? String }) {
        let districts = try await nobody.ask(.get, "/v2/regions?in=\(city)").list
        for district in districts.prefix(1).compactMap({ $0["code"] as? String }) {
          #expect(try await nobody.ask(.get, "/v2/regions?in=\(district)").list.isEmpty)
        }
      }
    }
    let answer = try await nobody.ask(.get, "/v2/regions")
    #expect(answer.headers["Cache-Control"] == "max-age=86400")
    #expect(try await nobody.ask(.get, "/v2/regions?in=999999").code == "unknown_region")
  }
}
