// Part of Strata.
// SPDX-License-Identifier: MIT

extension StoreTransaction {
  /// The value of a key; `nil` if there is none or it has expired.
  ///
  /// - Throws: `notDecodable` and what SQLite reports.
  public mutating func value<Key, Value>(
    for key: Key, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> Value? {
    try item(for: key, in: collection)?.value
  }

  /// The value of a key with its dates; `nil` if there is none or it has expired.
  ///
  /// - Throws: `notDecodable` and what SQLite reports.
  public mutating func item<Key, Value>(
    for key: Key, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> StoreItem<Key, Value>? {
    try check(collection)
    let storedKey = try key.storeKey.normalized()
    guard let row = try connection.row(collection.layout, storedKey) else { return nil }
    if row.isExpired(at: store.now) {
      _ = try connection.delete(collection.layout, storedKey)
      touched.insert(collection.name)
      return nil
    }
    return try collection.item(key, row)
  }

  /// The values of a query.
  ///
  /// - Throws: `notDecodable` for the first value that cannot be read, and what SQLite reports.
  public mutating func all<Key, Value>(
    _ query: StoreQuery<Key, Value> = .all, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> [Value] {
    try items(query, in: collection).map(\.value)
  }

  /// The values of a query with their keys and dates.
  ///
  /// - Throws: `notDecodable` for the first value that cannot be read, and what SQLite reports.
  public mutating func items<Key, Value>(
    _ query: StoreQuery<Key, Value> = .all, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> [StoreItem<Key, Value>] {
    try check(collection)
    let store = store
    return try collection.items(try connection.rows(collection.layout, collection.text(query)) { store.now }.content)
  }

  /// How many values a query has.
  ///
  /// - Throws: What SQLite reports.
  public mutating func count<Key, Value>(
    _ query: StoreQuery<Key, Value> = .all, in collection: StoreCollection<Key, Value>
  ) throws(StoreError) -> Int {
    try check(collection)
    let store = store
    return try connection.count(collection.layout, collection.text(query)) { store.now }.content
  }
}
