// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping

// The five models of the article "Reading five real-life models", as an app writes them with StrataMapping.

enum Shop {
  struct Address: Codable, Equatable, Sendable {
    var id: String
    var provinceName: String
    var city: String
    var isDefault: Bool
    var phone: String
    var zip: Int?
  }

  struct Product: Codable, Equatable, MappingDefaults {
    var id = ""
    var name = "Unnamed"
    var price = Decimal(0)
    var listPrice: Decimal?
    var tags: [String] = []
    var stock = 0
  }

  enum FeedItem: Codable, Equatable, Sendable {
    struct Photo: Codable, Equatable, Sendable { var imageURL: URL }
    struct Text: Codable, Equatable, Sendable { var text: String }
    case photo(Photo), text(Text), unknown
  }

  struct Event: Codable, Equatable, Sendable {
    var created: Date
    var updated: Date
    var starts: Date
    var day: Date
  }

  struct Envelope<Value: Codable & Sendable>: Codable, Sendable {
    var code: Int
    var message: String?
    var data: Value?
  }

  static let policy = MappingPolicy.lenient
    .with { $0.names = .snakeCase }
    .type(Address.self) {
      $0.member("id", from: "a_id")
      $0.member("city", from: "city.name")
    }
    .choose(FeedItem.self, by: "type") {
      $0.when("photo", FeedItem.photo) { if case .photo(let photo) = $0 { photo } else { nil } }
      $0.when("text", FeedItem.text) { if case .text(let text) = $0 { text } else { nil } }
      $0.otherwise(.unknown)
    }
    .type(Event.self) {
      $0.with { $0.dates = [.epoch, .iso8601] }
      $0.member("day") { $0.dates = [.format("dd.MM.yyyy")] }
    }
}
