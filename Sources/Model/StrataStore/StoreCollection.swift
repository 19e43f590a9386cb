// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

/// The values of one type in a store, by key.
///
/// A collection is a value: pass it to whoever reads or writes. Reads are synchronous and may be called from
/// anywhere, also from the main actor; writes are `async` and safe from any isolation.
///
/// ```swift
/// let books = store.collection("books", of: Book.self)
/// try await books.put(book, for: "b1")
/// let book = try books.value(for: "b1")                    // nil if missing, an error if unreadable
/// for try await all in books.updates() { show(all) }
/// ```
///
/// Safe to use from any task.
public struct StoreCollection<Key: StoreKey, Value: Sendable>: Sendable {
  let store: Store
  let layout: CollectionLayout
  let encoding: StoreEncoding<Value>
  let indexes: [StoreIndex<Value>]
  let readiness = Readiness()

  /// The name, in Unicode's composed form.
  public var name: String { layout.name }

  init(store: Store, layout: CollectionLayout, encoding: StoreEncoding<Value>, indexes: [StoreIndex<Value>]) {
    self.store = store
    self.layout = layout
    self.encoding = encoding
    self.indexes = indexes
    if indexes.isEmpty { readiness.isReady.store(true, ordering: .relaxed) }
  }
}

/// Whether a collection's indexes are known to exist.
final class Readiness: Sendable {
  let isReady = Atomic<Bool>(false)
}

extension StoreCollection {
  /// The query in SQL.
  func text(_ query: StoreQuery<Key, Value>) throws(StoreError) -> QueryText {
    try query.text(expression)
  }

  /// The SQL of a declared field.
  func expression(_ keyPath: AnyKeyPath) throws(StoreError) -> String {
    guard let index = indexes.first(where: { $0.keyPath == keyPath }) else {
      throw StoreError(
        .misdeclared, "'\(name)' declares no index on \(keyPath): add StoreIndex(\(keyPath)) to its indexes")
    }
    return try index.expression()
  }

  func encoded(_ value: Value, for key: Key) throws(StoreError) -> Data {
    do {
      return try encoding.encode(value)
    } catch {
      throw StoreError(.notEncodable, "the value of '\(key)' in '\(name)' cannot be encoded: \(error)")
    }
  }

  func row(_ value: Value, for key: Key, expires: StoreExpiry, now: Double) throws(StoreError) -> NewRow {
    NewRow(
      key: try key.storeKey.normalized(), expires: expires.time(from: now), value: try encoded(value, for: key),
      isText: encoding.isText)
  }

  func decoded(_ data: Data, for key: Key) throws(StoreError) -> Value {
    do {
      return try encoding.decode(data)
    } catch {
      throw StoreError(
        .notDecodable,
        "the value of '\(key)' in '\(name)' is no \(Value.self): \(error). It is kept: storedData(for:) reads it")
    }
  }

  func item(_ key: Key, _ row: StoredRow) throws(StoreError) -> StoreItem<Key, Value> {
    StoreItem(
      key: key, value: try decoded(row.value, for: key), created: Date(timeIntervalSince1970: row.created),
      modified: Date(timeIntervalSince1970: row.modified), expires: row.expires.map(Date.init(timeIntervalSince1970:)))
  }

  /// An item of a row that knows its key.
  func item(_ row: StoredRow) throws(StoreError) -> StoreItem<Key, Value> {
    guard let stored = row.key, let key = Key(storeKey: stored) else {
      throw StoreError(.notDecodable, "a key of '\(name)' is no \(Key.self): \(String(describing: row.key))")
    }
    return try item(key, row)
  }

  func items(_ rows: [StoredRow]) throws(StoreError) -> [StoreItem<Key, Value>] {
    var items: [StoreItem<Key, Value>] = []
    items.reserveCapacity(rows.count)
    for row in rows { items.append(try item(row)) }
    return items
  }
}
