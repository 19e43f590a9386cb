// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

// The property wrappers that JSONDecoder needs for the five models: what an app writes once, or takes from a package.

@propertyWrapper struct Text: Codable, Equatable {
  var wrappedValue: String
  init(wrappedValue: String) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      wrappedValue = text
    } else {
      wrappedValue = "\(try container.decode(Int.self))"
    }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Flag: Codable, Equatable {
  var wrappedValue: Bool
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let flag = try? container.decode(Bool.self) {
      wrappedValue = flag
    } else if let number = try? container.decode(Int.self) {
      wrappedValue = number == 1
    } else {
      wrappedValue = ["1", "true", "yes"].contains(try container.decode(String.self).lowercased())
    }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Count: Codable, Equatable {
  var wrappedValue: Int?
  init(wrappedValue: Int?) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      wrappedValue = number
    } else {
      wrappedValue = Int(try container.decode(String.self))
    }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Money: Codable, Equatable {
  var wrappedValue: Decimal
  init(wrappedValue: Decimal) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Decimal.self) {
      wrappedValue = number
    } else if let number = Decimal(string: try container.decode(String.self)) {
      wrappedValue = number
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a price")
    }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Lossy<Element: Codable & Equatable>: Codable, Equatable {
  private struct Anything: Decodable {}
  var wrappedValue: [Element]
  init(wrappedValue: [Element]) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    wrappedValue = []
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        wrappedValue.append(element)
      } else if (try? container.decode(Anything.self)) == nil, try !container.decodeNil() {
        break
      }
    }
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Seconds: Codable, Equatable {
  var wrappedValue: Date
  init(from decoder: any Decoder) throws { wrappedValue = Date(timeIntervalSince1970: try Double(from: decoder)) }
  func encode(to encoder: any Encoder) throws { try wrappedValue.timeIntervalSince1970.encode(to: encoder) }
}

@propertyWrapper struct Milliseconds: Codable, Equatable {
  var wrappedValue: Date
  init(from decoder: any Decoder) throws {
    wrappedValue = Date(timeIntervalSince1970: try Double(from: decoder) / 1_000)
  }
  func encode(to encoder: any Encoder) throws { try (wrappedValue.timeIntervalSince1970 * 1_000).encode(to: encoder) }
}

@propertyWrapper struct Fractional: Codable, Equatable {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  var wrappedValue: Date
  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    wrappedValue = try (try? Self.style.parse(text)) ?? Date.ISO8601FormatStyle().parse(text)
  }
  func encode(to encoder: any Encoder) throws { try Self.style.format(wrappedValue).encode(to: encoder) }
}

@propertyWrapper struct Day: Codable, Equatable {
  var wrappedValue: Date
  private static var formatter: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "dd.MM.yyyy"
    return formatter
  }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let date = Self.formatter.date(from: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day")
    }
    wrappedValue = date
  }
  func encode(to encoder: any Encoder) throws { try Self.formatter.string(from: wrappedValue).encode(to: encoder) }
}
