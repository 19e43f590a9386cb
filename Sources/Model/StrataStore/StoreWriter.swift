// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads and writes inside one transaction of a store.
///
/// ``Store/write(_:)`` gives it; it cannot be kept beyond that.
///
/// ```swift
/// try await store.write { writer in
///   let stock = try writer.value(for: "swift", in: counts) ?? 0
///   try writer.put(stock + 1, for: "swift", in: counts)
/// }
/// ```
///
/// Every function throws ``StoreError``; let it through and nothing of the transaction is saved.
public struct StoreWriter: ~Copyable {
  let store: Store
  let connection: Connection

  /// Saves a value. An earlier value of the key is replaced, and its `created` kept.
  public func put<Value>(_ value: Value, for key: String, in collection: StoreCollection<Value>) throws(StoreError) {
    try check(collection)
    try collection.put(try collection.encoded(value, for: key), for: key, connection, at: store.now())
  }

  /// The value of a key; `nil` if there is none.
  public func value<Value>(for key: String, in collection: StoreCollection<Value>) throws(StoreError) -> Value? {
    try check(collection)
    return try collection.decoded(try collection.row(for: key, connection))?.value
  }

  /// The values in the order of their keys; see ``StoreCollection/all(prefix:limit:)``.
  public func all<Value>(
    in collection: StoreCollection<Value>, prefix: String = "", limit: Int? = nil
  ) throws(StoreError) -> [Value] {
    try check(collection)
    return try collection.decoded(try collection.rows(prefix: prefix, limit: limit, connection)).map(\.value)
  }

  /// How many values a collection has.
  public func count<Value>(of collection: StoreCollection<Value>) throws(StoreError) -> Int {
    try check(collection)
    return try collection.count(connection)
  }

  /// Deletes the value of a key, and says whether there was one.
  @discardableResult public func delete<Value>(
    _ key: String, in collection: StoreCollection<Value>
  ) throws(StoreError) -> Bool {
    try check(collection)
    return try collection.delete(key, connection)
  }

  /// Deletes all values of a collection.
  public func clear<Value>(_ collection: StoreCollection<Value>) throws(StoreError) {
    try check(collection)
    try collection.clear(connection)
  }

  private func check<Value>(_ collection: StoreCollection<Value>) throws(StoreError) {
    if collection.store === store { return }
    throw StoreError(
      .misuse, "\(store.path): the collection \"\(collection.name)\" is of another store, \(collection.store.path)",
      nextStep: "Write it with its own store: one transaction is one file.")
  }
}

@available(*, unavailable)
extension StoreWriter: Sendable {}
