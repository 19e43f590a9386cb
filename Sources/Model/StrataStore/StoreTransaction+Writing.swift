// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import Synchronization

extension StoreTransaction {
  /// Writes the value of a key.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - collection: The collection.
  ///   - expires: When the value stops to count. Default: never.
  /// - Throws: `notEncodable`, `invalidName`, `misdeclared` and what SQLite reports.
  public mutating func put<Key, Value>(
    _ value: Value, for key: Key, in collection: StoreCollection<Key, Value>, expires: StoreExpiry = .never
  ) throws(StoreError) {
    let now = store.now
    try put(collection.row(value, for: key, expires: expires, now: now), value, in: collection, now: now)
  }

  mutating func put<Key, Value>(
    _ row: NewRow, _ value: Value, in collection: StoreCollection<Key, Value>, now: Double
  ) throws(StoreError) {
    try check(collection)
    try prepare(collection, sample: (value, row), expires: row.expires != nil)
    if try !connection.put(collection.layout, row, now: now) {
      // Another connection dropped the table, which is known only now.
      try prepare(collection, sample: (value, row), expires: row.expires != nil)
      _ = try connection.put(collection.layout, row, now: now)
    }
    touched.insert(collection.name)
  }

  /// Writes many rows; the first one's value checks the indexes.
  mutating func put<Key, Value>(
    _ rows: [NewRow], sample: Value, in collection: StoreCollection<Key, Value>, now: Double
  ) throws(StoreError) {
    try put(rows[0], sample, in: collection, now: now)
    for row in rows.dropFirst() { _ = try connection.put(collection.layout, row, now: now) }
  }

  /// Deletes a key.
  ///
  /// - Returns: Whether there was a value.
  /// - Throws: `invalidName` and what SQLite reports.
  @discardableResult
  public mutating func delete<Key, Value>(
    _ key: Key, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> Bool {
    try check(collection)
    let deleted = try connection.delete(collection.layout, try key.storeKey.normalized())
    if deleted { touched.insert(collection.name) }
    return deleted
  }

  /// Deletes what a query finds, expired values too.
  ///
  /// - Returns: How many there were.
  /// - Throws: What SQLite reports.
  @discardableResult
  public mutating func delete<Key, Value>(
    _ query: StoreQuery<Key, Value>, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> Int {
    try check(collection)
    let count = try connection.delete(collection.layout, collection.text(query))
    if count > 0 { touched.insert(collection.name) }
    return count
  }

  /// Deletes a collection with its indexes. A missing one is fine.
  ///
  /// - Throws: What SQLite reports.
  public mutating func drop(_ name: String) throws(StoreError) {
    try checkActive()
    for kind in [StoreKeyKind.text, .integer] { connection.forget(store.layout(name, kind)) }
    let layout = store.layout(name, .text)
    if let problem = layout.problem { throw problem }
    try connection.execute("DROP TABLE IF EXISTS \(layout.table)")
    touched.insert(layout.name)
  }

  /// Makes a collection's table and indexes if they are missing, and checks the indexes against a value.
  mutating func prepare<Key, Value>(
    _ collection: StoreCollection<Key, Value>, sample: (value: Value, row: NewRow)?, expires: Bool
  ) throws(StoreError) {
    let layout = collection.layout
    let isPresent = try connection.isPresent(layout)
    if !isPresent { try connection.execute(layout.creation) }
    if expires, try !connection.isExpiring(layout) {
      for sql in layout.expiryCreations { try connection.execute(sql) }
      connection.forgetExpiry(layout)
    }
    guard !isPresent || !collection.readiness.isReady.load(ordering: .relaxed) else { return }
    guard collection.encoding.isText || collection.indexes.isEmpty else {
      throw StoreError(.misdeclared, "'\(collection.name)' keeps bytes and so can have no index: use .json")
    }
    for index in collection.indexes {
      if let sample { try check(index, sample.value, sample.row, in: layout) }
      try connection.execute(index.creation(in: layout))
    }
    prepared.append(collection.readiness)
  }

  /// Compares what the index would find in the JSON with what the key path reads.
  private mutating func check<Value>(
    _ index: StoreIndex<Value>, _ value: Value, _ row: NewRow, in layout: CollectionLayout
  ) throws(StoreError) {
    let expected = SQLText(operand: index.read(value))
    let json = String(decoding: row.value, as: UTF8.self)
    let sql = "SELECT \(try index.expression()) IS \(expected.text) FROM (SELECT ? AS value)"
    let isRight = try connection.value(sql, expected.values + [.text(json)]) == .integer(1)
    guard isRight else {
      throw StoreError(
        .misdeclared,
        "the index on \(index.keyPath) of '\(layout.name)' looks for \"\(index.path)\" in the JSON, which is something "
          + "else: name the field as CodingKeys does, StoreIndex(…, as: \"name\")")
    }
  }
}
