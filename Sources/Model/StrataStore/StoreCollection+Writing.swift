// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Synchronization

extension StoreCollection {
  /// Writes the value of a key. When it returns, every read sees it and a killed process does not lose it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  ///   - expires: When the value stops to count. Default: never.
  /// - Throws: `notEncodable`, `invalidName`, `misdeclared`, `busy`, `full` and what else SQLite reports.
  @concurrent
  public func put(_ value: Value, for key: Key, expires: StoreExpiry = .never) async throws(StoreError) {
    let now = store.now
    let row = try row(value, for: key, expires: expires, now: now)
    // The first write that expires makes indexes, and so does the first of all.
    if row.expires == nil, readiness.isReady.load(ordering: .relaxed),
      try store.putQuickly(row, in: layout, now: now)
    {
      return
    }
    try await store.writeTyped { transaction throws(StoreError) in
      try transaction.put(row, value, in: self, now: now)
    }
  }

  /// Writes many values in one transaction: all of them, or none (L3-17).
  ///
  /// - Parameters:
  ///   - values: The values by key.
  ///   - expires: When the values stop to count. Default: never.
  /// - Throws: As ``put(_:for:expires:)``.
  @concurrent
  public func put(_ values: [(key: Key, value: Value)], expires: StoreExpiry = .never) async throws(StoreError) {
    guard !values.isEmpty else { return }
    let now = store.now
    var rows: [NewRow] = []
    rows.reserveCapacity(values.count)
    for (key, value) in values { rows.append(try row(value, for: key, expires: expires, now: now)) }
    let (first, all) = (values[0].value, rows)
    try await store.writeTyped { transaction throws(StoreError) in
      try transaction.put(all, sample: first, in: self, now: now)
    }
  }

  /// Deletes a key.
  ///
  /// - Returns: Whether there was a value.
  /// - Throws: `invalidName` and what SQLite reports.
  @discardableResult @concurrent
  public func delete(_ key: Key) async throws(StoreError) -> Bool {
    let stored = try key.storeKey.normalized()
    let isDone = try store.quickly { connection throws(StoreError) -> Bool? in
      try connection.delete(layout, stored)
    }
    if let isDone {
      if isDone { store.feed.notify(layout.name) }
      return isDone
    }
    return try await store.writeTyped { transaction throws(StoreError) in try transaction.delete(key, in: self) }
  }

  /// Deletes keys in one transaction; keys without a value are fine (L3-14).
  ///
  /// - Returns: How many there were.
  /// - Throws: `invalidName` and what SQLite reports.
  @discardableResult @concurrent
  public func delete(_ keys: [Key]) async throws(StoreError) -> Int {
    try await store.writeTyped { transaction throws(StoreError) in
      var count = 0
      for key in keys where try transaction.delete(key, in: self) { count += 1 }
      return count
    }
  }

  /// Deletes what a query finds: `books.delete(.prefix("draft/"))`.
  ///
  /// - Returns: How many there were.
  /// - Throws: What SQLite reports.
  @discardableResult @concurrent
  public func delete(_ query: StoreQuery<Key, Value>) async throws(StoreError) -> Int {
    try await store.writeTyped { transaction throws(StoreError) in try transaction.delete(query, in: self) }
  }

  /// Deletes what has expired, whether a read has seen it or not.
  ///
  /// - Returns: How many there were.
  /// - Throws: What SQLite reports.
  @discardableResult @concurrent
  public func deleteExpired() async throws(StoreError) -> Int {
    try await store.writeTyped { transaction throws(StoreError) in
      let count = try transaction.connection.deleteExpired(layout, at: store.now)
      if count > 0 { transaction.touched.insert(layout.name) }
      return count
    }
  }

  /// Deletes every value and keeps the collection (L3-06).
  ///
  /// - Throws: What SQLite reports.
  @concurrent
  public func clear() async throws(StoreError) { try await delete(.all) }

  /// Deletes the collection itself, which costs the same however many values it has (W23).
  ///
  /// - Throws: What SQLite reports.
  @concurrent
  public func drop() async throws(StoreError) {
    try await store.writeTyped { transaction throws(StoreError) in try transaction.drop(name) }
  }

  /// Makes the collection and its indexes now, instead of with its first write.
  ///
  /// Call it after an update of the app that added an index to many values.
  ///
  /// - Throws: `misdeclared`, `invalidName` and what SQLite reports.
  @concurrent
  public func prepare() async throws(StoreError) {
    try await store.writeTyped { transaction throws(StoreError) in
      try transaction.prepare(self, sample: nil, expires: false)
    }
  }
}

extension StoreCollection where Value: Identifiable, Value.ID == Key {
  /// Writes a value under its own `id`.
  ///
  /// - Throws: As ``put(_:for:expires:)``.
  @concurrent
  public func put(_ value: Value, expires: StoreExpiry = .never) async throws(StoreError) {
    try await put(value, for: value.id, expires: expires)
  }

  /// Writes values under their own `id`s, in one transaction.
  ///
  /// - Throws: As ``put(_:for:expires:)``.
  @concurrent
  public func put(_ values: [Value], expires: StoreExpiry = .never) async throws(StoreError) {
    try await put(values.map { (key: $0.id, value: $0) }, expires: expires)
  }
}

extension StoreCollection where Key == String {
  /// Deletes the keys that begin with exactly this text, where `_` and `%` mean themselves (L3-15).
  ///
  /// - Returns: How many there were.
  /// - Throws: What SQLite reports.
  @discardableResult @concurrent
  public func delete(prefix: String) async throws(StoreError) -> Int { try await delete(.prefix(prefix)) }
}
