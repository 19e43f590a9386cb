// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct EncoderTests {
  struct Address: Codable, Equatable, Sendable {
    var id: String
    var city: String?
    var zip: String?
    var isDefault: Bool
  }

  private func text(_ value: some Encodable, _ policy: MappingPolicy = .strict, sorted: Bool = false) throws -> String {
    String(decoding: try MappingEncoder(policy, sortsNames: sorted).encode(value), as: UTF8.self)
  }

  // L4-17: nil is omitted, a path builds its objects, the first alternative is written.
  @Test func pathsBuildTheirObjectsAndShareThem() throws {
    let policy = MappingPolicy.strict.type(Address.self) {
      $0.member("id", from: "ids[1]", "id")
      $0.member("city", from: "place.city")
      $0.member("zip", from: "place.zip")
      $0.member("isDefault", from: "flags.default")
    }
    let address = Address(id: "a", city: "X", zip: "1", isDefault: true)
    #expect(try text(address, policy) == #"{"ids":[null,"a"],"place":{"city":"X","zip":"1"},"flags":{"default":true}}"#)
    #expect(try MappingDecoder(policy).decode(Address.self, from: MappingEncoder(policy).encode(address)) == address)
    #expect(try text(Address(id: "a", isDefault: false), policy) == #"{"ids":[null,"a"],"flags":{"default":false}}"#)
  }

  // S0-21: what a server wants for nil.
  @Test func nilIsOmittedOrNullOrEmptyAsThePolicySays() throws {
    let address = Address(id: "a", isDefault: true)
    #expect(try text(address) == #"{"id":"a","isDefault":true}"#)
    #expect(
      try text(address, .strict.with { $0.nils = .null }) == #"{"id":"a","city":null,"zip":null,"isDefault":true}"#)
    let empty = MappingPolicy.strict.type(Address.self) {
      $0.with { $0.nils = .emptyString }
      $0.member("zip") { $0.nils = .omitted }
    }
    #expect(try text(address, empty) == #"{"id":"a","city":"","isDefault":true}"#)
  }

  @Test func namesAreSortedOnDemandAndTextsEscaped() throws {
    #expect(
      try text(Address(id: "\"\\\n\u{1}é😀/", isDefault: true), sorted: true)
        == #"{"id":"\"\\\n\u0001é😀/","isDefault":true}"#)
    #expect(try text(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    #expect(try text([1.0, 0.1, 1e21, -0.0]) == "[1,0.1,1e+21,-0]")
    #expect(try text([Float(0.1)]) == "[0.1]")
    #expect(try text([Decimal(string: "8.8")]) == "[8.8]")
    #expect(try text([Int?.none, 1]) == "[null,1]")
    #expect(try text(["x": Data([1, 2, 3])]) == #"{"x":"AQID"}"#)
    #expect(try text("top") == #""top""#)
    #expect(try text([[String: Int]]()) == "[]")
  }

  @Test func numbersThatJSONLacksAreErrorsWithAPath() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      let error = try #require(throws: MappingError.self) { try text(["list": [One(v: value)]]) }
      #expect(error.kind == .unwritable)
      #expect(error.path == "list[0].v")
    }
    let decimal = try #require(throws: MappingError.self) { try text([Decimal.nan]) }
    #expect(decimal.kind == .unwritable)
    let none = try #require(throws: MappingError.self) { try text([Date()], .strict.with { $0.dates = [] }) }
    #expect(none.kind == .unwritable)
  }

  // W32: every policy that reads also writes, and reads that again.
  @Test(arguments: [
    MappingPolicy.strict, .lenient, .lenient.with { $0.names = .snakeCase }, .lenient.with { $0.nils = .null },
  ])
  func whatIsWrittenIsReadAgain(_ policy: MappingPolicy) throws {
    var random = Seeded(11)
    for _ in 0..<100 {
      let wide = Wide.random(&random)
      let data = try MappingEncoder(policy).encode(wide)
      let (value, report) = try MappingDecoder(policy).decodeWithReport(Wide.self, from: data)
      #expect(value == wide)
      #expect(report.isEmpty)
    }
  }

  @Test func whatWasRepairedIsWrittenRight() throws {
    struct Order: Codable, Equatable { var id: Int, price: Decimal, isPaid: Bool, at: Date?, note: String }
    let text = #"{"id":"12","price":"8.80","isPaid":"yes","at":"","note":5}"#
    let order = try MappingDecoder(.lenient).decode(Order.self, text)
    #expect(try self.text(order, .lenient) == #"{"id":12,"price":8.8,"isPaid":true,"note":"5"}"#)
    #expect(try MappingDecoder(.strict).decode(Order.self, from: MappingEncoder().encode(order)) == order)
  }

  @Test func containersOfEveryKindAreWritten() throws {
    struct Custom: Codable, Equatable {
      var a = 1, b = [2, 3], c = "d"
      enum Keys: String, CodingKey { case outer, list, more, inner }
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        a = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer).decode(Int.self, forKey: .inner)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        b = [try list.decode(Int.self), try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .inner)]
        var nested = try list.nestedUnkeyedContainer()
        #expect(try nested.decodeNil())
        #expect(nested.isAtEnd && nested.count == 1)
        #expect(try list.decodeIfPresent(Int.self) == nil)
        c = try String(from: container.superDecoder(forKey: .more))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var outer = container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
        try outer.encode(a, forKey: .inner)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(b[0])
        var inner = list.nestedContainer(keyedBy: Keys.self)
        try inner.encode(b[1], forKey: .inner)
        var nested = list.nestedUnkeyedContainer()
        try nested.encodeNil()
        try c.encode(to: container.superEncoder(forKey: .more))
      }
    }
    let value = Custom()
    #expect(try text(value) == #"{"outer":{"inner":1},"list":[2,{"inner":3},[null]],"more":"d"}"#)
    #expect(try MappingDecoder(.strict).decode(Custom.self, from: MappingEncoder().encode(value)) == value)
  }
}
