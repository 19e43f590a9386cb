// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// What a route answers, before validators and encodings.
struct Content: Sendable {
  var status = 200
  let type: String
  let bytes: [UInt8]
  /// How long it may be kept (RFC 9111, 5.2 and RFC 5861).
  let caching: String

  /// A value as JSON, the same bytes for the same value.
  static func json(_ value: some Encodable, status: Int = 200, caching: String = briefly) throws -> Content {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Content(
      status: status, type: "application/json", bytes: Array(try encoder.encode(value)), caching: caching)
  }

  static let briefly = "max-age=60, stale-while-revalidate=300, stale-if-error=86400"
  static let forADay = "max-age=86400"
  static let never = "no-store"
}
