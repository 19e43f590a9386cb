// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

/// One case of the public HTTP cache suite.
struct ConformanceCase: Decodable, Sendable {
  var suite: String
  var id: String
  /// `required`, `optimal` or `check`.
  var kind: String
  var requests: [CaseEntry]
  var dependsOn: [String]?
  var cdnOnly: Bool?
  var browserOnly: Bool?

  /// Reads `tests.json` of a folder.
  static func load(_ folder: String) throws -> [ConformanceCase] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode([ConformanceCase].self, from: Data(contentsOf: URL(filePath: folder + "/tests.json")))
  }

  /// Why a private cache in an app need not pass; `nil` if it must.
  var isForOthers: String? {
    if cdnOnly == true { return "for shared caches" }
    if browserOnly == true || requests.contains(where: { $0.mode != nil || $0.credentials != nil || $0.cache != nil }) {
      return "for browsers"
    }
    return nil
  }
}

/// One request of a case, and what is to come of it.
struct CaseEntry: Decodable, Sendable {
  var requestMethod: String?
  var requestHeaders: [CaseHeader]?
  var requestBody: String?
  var queryArg: String?
  var filename: String?
  var magicIms: Bool?
  var pauseAfter: Bool?
  var mode: String?
  var credentials: String?
  var cache: String?

  var responseStatus: CaseStatus?
  var responseHeaders: [CaseHeader]?
  var responseBody: CaseText?
  var responsePause: Double?
  var rfc850date: [String]?
  var magicLocations: Bool?
  var disconnect: Bool?
  var interimResponses: [CaseInterim]?

  var setup: Bool?
  var setupTests: [String]?
  var expectedType: String?
  var expectedStatus: CaseNumber?
  var expectedResponseText: CaseText?
  var checkBody: Bool?
  var expectedResponseHeaders: [CaseHeader]?
  var expectedResponseHeadersMissing: [CaseHeader]?
  var expectedRequestHeaders: [CaseHeader]?
  var expectedRequestHeadersMissing: [CaseHeader]?
  var expectedMethod: String?

  var method: String { requestMethod ?? "GET" }

  enum CodingKeys: String, CodingKey {
    case requestMethod, requestHeaders, requestBody, queryArg, filename, magicIms, pauseAfter, mode, credentials, cache
    case responseStatus, responseHeaders, responseBody, responsePause, rfc850date, magicLocations, disconnect
    case interimResponses, setup, setupTests, expectedType, expectedStatus, expectedResponseText, checkBody
    case expectedResponseHeaders, expectedResponseHeadersMissing, expectedRequestHeaders, expectedRequestHeadersMissing
    case expectedMethod
  }
}

/// A text, or `null`, which is not the same as nothing.
enum CaseText: Decodable, Sendable {
  case text(String)
  case null
}

/// A number, or `null`.
enum CaseNumber: Decodable, Sendable {
  case number(Int)
  case null
}

/// A code and a phrase.
struct CaseStatus: Decodable, Sendable {
  var code: Int
  var phrase: String

  init(from decoder: any Decoder) throws {
    var items = try decoder.unkeyedContainer()
    code = try items.decode(Int.self)
    phrase = items.isAtEnd ? "" : try items.decode(String.self)
  }
}

/// A status that comes before the final one, and its fields.
struct CaseInterim: Decodable, Sendable {
  var code: Int
  var headers: [CaseHeader]

  init(from decoder: any Decoder) throws {
    var items = try decoder.unkeyedContainer()
    code = try items.decode(Int.self)
    headers = items.isAtEnd ? [] : try items.decode([CaseHeader].self)
  }
}

/// A header: a name, or a name with a value, or a name with a comparison and what it is compared with.
struct CaseHeader: Decodable, Sendable {
  enum Value: Sendable {
    case text(String)
    case number(Int)
  }

  var name: String
  var value: Value?
  var comparison: String?
  /// Whether the client must have received it.
  var isChecked = true

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self.name = name
      return
    }
    var items = try decoder.unkeyedContainer()
    name = try items.decode(String.self)
    value = try Self.value(&items)
    guard !items.isAtEnd else { return }
    if let isChecked = try? items.decode(Bool.self) {
      self.isChecked = isChecked
    } else if case .text(let sign)? = value {
      comparison = sign
      value = try Self.value(&items)
    }
  }

  private static func value(_ items: inout any UnkeyedDecodingContainer) throws -> Value {
    if let number = try? items.decode(Int.self) { return .number(number) }
    return .text(try items.decode(String.self))
  }

  /// The value as it is sent: a number in a field for dates means so many seconds from a moment.
  func text(at moment: Date, rfc850: [String] = []) -> String {
    switch value {
    case nil: return ""
    case .text(let text): return text
    case .number(let seconds):
      guard Self.dates.contains(name.lowercased()) else { return "\(seconds)" }
      let date = moment + TimeInterval(seconds)
      return rfc850.contains { $0.lowercased() == name.lowercased() } ? Self.rfc850(date) : HTTPDate.text(date)
    }
  }

  private static let dates: Set<String> = [
    "date", "expires", "last-modified", "if-modified-since", "if-unmodified-since",
  ]

  private static func rfc850(_ date: Date) -> String {
    let parts = HTTPDate.text(date).split(separator: " ")
    let days = [
      "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
      "Fri": "Friday", "Sat": "Saturday",
    ]
    return "\(days[String(parts[0].dropLast())] ?? ""), \(parts[1])-\(parts[2])-\(parts[3].suffix(2)) \(parts[4]) GMT"
  }
}

extension KeyedDecodingContainer {
  /// `null` is a value of its own here.
  func decodeIfPresent(_ type: CaseText.Type, forKey key: Key) throws -> CaseText? {
    guard contains(key) else { return nil }
    return try decodeNil(forKey: key) ? .null : .text(try decode(String.self, forKey: key))
  }

  func decodeIfPresent(_ type: CaseNumber.Type, forKey key: Key) throws -> CaseNumber? {
    guard contains(key) else { return nil }
    return try decodeNil(forKey: key) ? .null : .number(try decode(Int.self, forKey: key))
  }
}
