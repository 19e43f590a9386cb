// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

extension StoreCollection {
  /// The value of a key; `nil` if there is none or it has expired.
  ///
  /// - Complexity: A few microseconds and the decoding.
  /// - Throws: `notDecodable` if there is a value but it cannot be read, `invalidName`, what SQLite reports.
  public func value(for key: Key) throws(StoreError) -> Value? {
    let stored = try key.storeKey.normalized()
    let found = try store.read { connection throws(StoreError) in try connection.value(layout, stored) }
    guard let found else { return nil }
    if !found.expires { return try decoded(found.data, for: key) }
    guard let row = try row(for: key) else { return nil }
    return try decoded(row.value, for: key)
  }

  /// The value of a key with its dates; `nil` if there is none or it has expired (L3-10).
  ///
  /// - Throws: As ``value(for:)``.
  public func item(for key: Key) throws(StoreError) -> StoreItem<Key, Value>? {
    guard let row = try row(for: key) else { return nil }
    return try item(Key(storeKey: try key.storeKey.normalized()) ?? key, row)
  }

  /// The bytes of a key as they are stored, also where they cannot be decoded.
  ///
  /// - Throws: What SQLite reports.
  public func storedData(for key: Key) throws(StoreError) -> Data? { try row(for: key)?.value }

  /// Whether there is a value of a key; it is not decoded.
  ///
  /// - Throws: What SQLite reports.
  public func contains(_ key: Key) throws(StoreError) -> Bool {
    let stored = try key.storeKey.normalized()
    let expires = try store.read { connection throws(StoreError) in try connection.expires(layout, stored) }
    return expires == true ? try row(for: key) != nil : expires != nil
  }

  /// The values of a query. Default: all, by key.
  ///
  /// - Throws: `notDecodable` for the first value that cannot be read (see ``results(_:)``), what SQLite reports.
  public func all(_ query: StoreQuery<Key, Value> = .all) throws(StoreError) -> [Value] {
    let text = try text(query)
    let stored = try store.readAlive(layout) { connection throws(StoreError) in
      try connection.values(layout, text) { store.now }
    }
    var values: [Value] = []
    values.reserveCapacity(stored.count)
    do {
      for data in stored { values.append(try encoding.decode(data)) }
    } catch {
      // Which key cannot be read is worth a second look.
      return try items(query).map(\.value)
    }
    return values
  }

  /// The values of a query with their keys and dates. Default: all, by key.
  ///
  /// - Throws: As ``all(_:)``.
  public func items(_ query: StoreQuery<Key, Value> = .all) throws(StoreError) -> [StoreItem<Key, Value>] {
    try items(try rows(query))
  }

  /// The values of a query, each with its own success: one unreadable value does not hide the others.
  ///
  /// - Throws: What SQLite reports.
  public func results(
    _ query: StoreQuery<Key, Value> = .all
  ) throws(StoreError) -> [Result<StoreItem<Key, Value>, StoreError>] {
    try rows(query).map { row in
      do throws(StoreError) { return .success(try item(row)) } catch { return .failure(error) }
    }
  }

  /// The keys of a query. Default: all, in order.
  ///
  /// - Throws: What SQLite reports.
  public func keys(_ query: StoreQuery<Key, Value> = .all) throws(StoreError) -> [Key] {
    let text = try text(query)
    let keys = try store.readAlive(layout) { connection throws(StoreError) in
      try connection.keys(layout, text) { store.now }
    }
    return keys.compactMap(Key.init(storeKey:))
  }

  /// How many values a query has. Default: all.
  ///
  /// - Throws: What SQLite reports.
  public func count(_ query: StoreQuery<Key, Value> = .all) throws(StoreError) -> Int {
    let text = try text(query)
    return try store.readAlive(layout) { connection throws(StoreError) in
      try connection.count(layout, text) { store.now }
    }
  }

  /// How many values a query has for each value of an indexed field (W22).
  ///
  /// - Parameters:
  ///   - field: A field that the collection declares as an index.
  ///   - query: Which values count; its order and limit do not matter. Default: all.
  /// - Throws: `misdeclared` without an index on the field, what SQLite reports.
  public func counts<Field: StoreField & Hashable>(
    by field: any KeyPath<Value, Field> & Sendable, _ query: StoreQuery<Key, Value> = .all
  ) throws(StoreError) -> [Field: Int] {
    let (expression, text) = (try expression(field), try text(query))
    let groups = try store.readAlive(layout) { connection throws(StoreError) in
      try connection.groups(layout, expression, text) { store.now }
    }
    var counts: [Field: Int] = [:]
    for (value, count) in groups { if let value = Field(storeValue: value) { counts[value, default: 0] += count } }
    return counts
  }

  /// How SQLite would run a query, one line per step: `SEARCH … USING INDEX …` is fast, `SCAN` reads everything.
  ///
  /// - Throws: What SQLite reports.
  public func explain(_ query: StoreQuery<Key, Value> = .all) throws(StoreError) -> [String] {
    let text = try text(query)
    return try store.read { connection throws(StoreError) in try connection.plan(layout, text) }
  }

  private func rows(_ query: StoreQuery<Key, Value>) throws(StoreError) -> [StoredRow] {
    let text = try text(query)
    return try store.readAlive(layout) { connection throws(StoreError) in
      try connection.rows(layout, text) { store.now }
    }
  }

  private func row(for key: Key) throws(StoreError) -> StoredRow? {
    let key = try key.storeKey.normalized()
    let row = try store.read { connection throws(StoreError) in try connection.row(layout, key) }
    guard let row, row.expires != nil, row.isExpired(at: store.now) else { return row }
    store.remove(from: layout) { [layout] connection throws(StoreError) in
      // Only the row that was seen: a newer value of the key stays.
      guard let now = try connection.row(layout, key), now.modified == row.modified, now.expires == row.expires
      else { return false }
      return try connection.delete(layout, key)
    }
    return nil
  }
}

extension StoreCollection where Key == String {
  /// The values whose keys begin with exactly this text.
  ///
  /// - Throws: As ``all(_:)``.
  public func all(prefix: String, limit: Int? = nil) throws(StoreError) -> [Value] {
    try all(limit.map { StoreQuery.prefix(prefix).limit($0) } ?? .prefix(prefix))
  }

  /// The keys that begin with exactly this text.
  ///
  /// - Throws: What SQLite reports.
  public func keys(prefix: String, limit: Int? = nil) throws(StoreError) -> [String] {
    try keys(limit.map { StoreQuery.prefix(prefix).limit($0) } ?? .prefix(prefix))
  }
}
