// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataMapping
import StrataRequest
import StrataScripted
import StrataService
import Testing

private let address = #"""
  {"a_id": 12, "province_name": "Zhejiang", "city": {"name": "Hangzhou"}, "is_default": "1", "phone": 13800000000, "zip": ""}
  """#
private let product =
  #"{"id": 7, "name": null, "price": "8.80", "list_price": 9.9, "tags": ["a", null, 3], "stock": "many"}"#
private let feed = #"""
  [{"type": "photo", "image_url": "https://a.example/1.png"}, {"type": "text", "text": "Hello"}, {"type": "ad"}]
  """#
private let event = #"""
  {"created": 1709209815, "updated": 1709209815250, "starts": "2024-02-29T12:30:15.250+08:00", "day": "29.02.2024"}
  """#
private let refusal = #"{"code": "40103", "message": "Sign in", "data": []}"#

/// The samples of StrataMapping's article, run: every one of them, and the same by hand for comparison.
@Suite(.timeLimit(.minutes(1))) struct FiveModelsTests {
  private let decoder = MappingDecoder(Shop.policy)
  private func data(_ text: String) -> Data { Data(text.utf8) }

  @Test func theAddressIsReadAsByHand() throws {
    let ours = try decoder.decode(Shop.Address.self, from: data(address))
    let theirs = try JSONDecoder().decode(ShopByHand.Address.self, from: data(address))
    #expect(
      ours
        == Shop.Address(
          id: "12", provinceName: "Zhejiang", city: "Hangzhou", isDefault: true, phone: "13800000000", zip: nil))
    #expect(
      [theirs.id, theirs.provinceName, theirs.city, theirs.phone] == [
        ours.id, ours.provinceName, ours.city, ours.phone,
      ])
    #expect(theirs.isDefault == ours.isDefault && theirs.zip == ours.zip)
    try expectRoundTrip(ours)
  }

  @Test func theProductKeepsItsPriceToTheDigit() throws {
    let ours = try decoder.decode(Shop.Product.self, from: data(product))
    let theirs = try JSONDecoder().decode(ShopByHand.Product.self, from: data(product))
    #expect("\(ours.price) \(ours.listPrice ?? 0) \(ours.name) \(ours.stock)" == "8.8 9.9 Unnamed 0")
    #expect(ours.tags == ["a", "3"])
    #expect(theirs.price == ours.price && theirs.name == ours.name && theirs.tags.map(\.wrappedValue) == ours.tags)
    try expectRoundTrip(ours)
  }

  @Test func theFeedKeepsItsShapes() throws {
    let ours = try decoder.decode([Shop.FeedItem].self, from: data(feed))
    let theirs = try JSONDecoder().decode([ShopByHand.FeedItem].self, from: data(feed))
    #expect(ours.count == 3 && theirs.count == 3)
    #expect(ours[1] == .text(.init(text: "Hello")) && ours[2] == .unknown && theirs[2] == .unknown)
    try expectRoundTrip(ours)
  }

  @Test func theFourDatesAreTheSameByHand() throws {
    let ours = try decoder.decode(Shop.Event.self, from: data(event))
    let theirs = try JSONDecoder().decode(ShopByHand.Event.self, from: data(event))
    #expect([ours.created, ours.updated, ours.day] == [theirs.created, theirs.updated, theirs.day])
    #expect(abs(ours.starts.timeIntervalSince(theirs.starts)) < 0.001)
    try expectRoundTrip(ours)
  }

  @Test func theEnvelopeOfARefusalHasNoData() throws {
    let (ours, report) = try decoder.decodeWithReport(Shop.Envelope<Shop.Address>.self, from: data(refusal))
    let theirs = try JSONDecoder().decode(ShopByHand.Envelope<ShopByHand.Address>.self, from: data(refusal))
    #expect(ours.code == 40_103 && ours.message == "Sign in" && ours.data == nil)
    #expect(theirs.code == ours.code && theirs.data == nil)
    #expect(report.repairs.map(\.path) == ["code", "data", "data"])
    let full = try decoder.decode(
      Shop.Envelope<[Shop.FeedItem]>.self, from: data(#"{"code": 0, "message": null, "data": \#(feed)}"#))
    #expect(full.data?.count == 3)
  }

  private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let written = try MappingEncoder(Shop.policy).encode(value)
    let (again, report) = try decoder.decodeWithReport(Value.self, from: written)
    #expect(again == value)
    #expect(report.repairs.allSatisfy { $0.kind == .unreadableAsDefault })
  }

  // A client takes the decoder and the encoder as they are, with the reports of all its answers.
  @Test func aClientReadsAndWritesByThePolicy() async throws {
    let transport = ScriptedTransport { _ in .json(address) }
    let reports = UpdateSource<[String]>([])
    let client = try Client(#require(URL(string: "https://shop.example")), transport: transport) {
      $0.decoder = MappingDecoder(Shop.policy)
      $0.encoder = MappingEncoder(Shop.policy)
      $0.onEvent = { if case .repaired(_, let report) = $0.step { reports.value.append(report.description) } }
    }
    let value = try await client.send(.get("/address", returning: Shop.Address.self))
    #expect(value.city == "Hangzhou")
    #expect(reports.value.count == 1 && reports.value[0].contains("zip"))
  }
}
