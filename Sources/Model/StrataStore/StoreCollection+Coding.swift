// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

extension StoreCollection {
  /// The key as it is kept.
  func checked(_ key: String) throws(StoreError) -> String {
    if key.isEmpty || key.utf8.contains(0) {
      throw StoreError(
        .invalidKey, "\(name): \(key.debugDescription) cannot be a key",
        nextStep: "Use a key that is not empty and has no NUL character.")
    }
    // ASCII is normalized as it is.
    return key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping
  }

  func encoded(_ value: Value, for key: String) throws(StoreError) -> StoredValue {
    do {
      return try encoding.encode(value)
    } catch {
      var failure = StoreError(
        .notEncodable, "\(name): the value for \(key.debugDescription) cannot be encoded: \(error)",
        nextStep: "Change the value, or the collection's encoding. Nothing was saved.")
      failure.underlying = error
      throw failure
    }
  }

  func decoded(_ row: StoredRow?) throws(StoreError) -> StoreItem<Value>? {
    guard let row else { return nil }
    do {
      let value = try encoding.decode(row.stored)
      return StoreItem(key: row.key, value: value, created: row.created, modified: row.modified)
    } catch {
      var failure = StoreError(
        .notDecodable, "\(name): the value for \(row.key.debugDescription) is no \(Value.self)",
        nextStep: "Read it as it is from the error's raw value, or put another one.")
      failure.raw = row.stored
      failure.underlying = error
      throw failure
    }
  }

  func decoded(_ rows: [StoredRow]) throws(StoreError) -> [StoreItem<Value>] {
    var items: [StoreItem<Value>] = []
    items.reserveCapacity(rows.count)
    for row in rows { if let item = try decoded(row) { items.append(item) } }
    return items
  }
}
