// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

// The same five models for JSONDecoder: property wrappers where one helps, and code where none does.

enum ShopByHand {
  struct Address: Codable, Equatable {
    @Text var id: String
    var provinceName: String
    var city: String
    @Flag var isDefault: Bool
    @Text var phone: String
    @Count var zip: Int?

    enum CodingKeys: String, CodingKey {
      case id = "a_id"
      case provinceName = "province_name"
      case city
      case isDefault = "is_default"
      case phone
      case zip
    }

    enum CityKeys: String, CodingKey { case name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _id = try container.decode(Text.self, forKey: .id)
      provinceName = try container.decode(String.self, forKey: .provinceName)
      city = try container.nestedContainer(keyedBy: CityKeys.self, forKey: .city).decode(String.self, forKey: .name)
      _isDefault = try container.decode(Flag.self, forKey: .isDefault)
      _phone = try container.decode(Text.self, forKey: .phone)
      _zip = try container.decode(Count.self, forKey: .zip)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(_id, forKey: .id)
      try container.encode(provinceName, forKey: .provinceName)
      var cityContainer = container.nestedContainer(keyedBy: CityKeys.self, forKey: .city)
      try cityContainer.encode(city, forKey: .name)
      try container.encode(_isDefault, forKey: .isDefault)
      try container.encode(_phone, forKey: .phone)
      try container.encode(_zip, forKey: .zip)
    }
  }

  struct Product: Codable, Equatable {
    @Text var id: String
    var name: String
    @Money var price: Decimal
    var listPrice: Decimal?
    @Lossy var tags: [Text]
    @Count var stock: Int?

    enum CodingKeys: String, CodingKey {
      case id
      case name
      case price
      case listPrice = "list_price"
      case tags
      case stock
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _id = try container.decodeIfPresent(Text.self, forKey: .id) ?? Text(wrappedValue: "")
      name = try container.decodeIfPresent(String.self, forKey: .name) ?? "Unnamed"
      _price = try container.decodeIfPresent(Money.self, forKey: .price) ?? Money(wrappedValue: 0)
      listPrice = try container.decodeIfPresent(Decimal.self, forKey: .listPrice)
      _tags = try container.decodeIfPresent(Lossy<Text>.self, forKey: .tags) ?? Lossy(wrappedValue: [])
      _stock = try container.decodeIfPresent(Count.self, forKey: .stock) ?? Count(wrappedValue: nil)
    }
  }

  enum FeedItem: Codable, Equatable {
    struct Photo: Codable, Equatable {
      var imageURL: URL
      enum CodingKeys: String, CodingKey { case imageURL = "image_url" }
    }
    struct Text: Codable, Equatable { var text: String }
    case photo(Photo), text(Text), unknown

    enum CodingKeys: String, CodingKey { case type }

    init(from decoder: any Decoder) throws {
      let type = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .type)
      switch type {
      case "photo": self = .photo(try Photo(from: decoder))
      case "text": self = .text(try Text(from: decoder))
      default: self = .unknown
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .photo(let photo):
        try container.encode("photo", forKey: .type)
        try photo.encode(to: encoder)
      case .text(let text):
        try container.encode("text", forKey: .type)
        try text.encode(to: encoder)
      case .unknown: break
      }
    }
  }

  struct Event: Codable, Equatable {
    @Seconds var created: Date
    @Milliseconds var updated: Date
    @Fractional var starts: Date
    @Day var day: Date
  }

  struct Envelope<Value: Codable>: Codable {
    @Count var code: Int?
    var message: String?
    var data: Value?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _code = try container.decode(Count.self, forKey: .code)
      message = try? container.decodeIfPresent(String.self, forKey: .message)
      data = try? container.decodeIfPresent(Value.self, forKey: .data)
    }
  }
}
