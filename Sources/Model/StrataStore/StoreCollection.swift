// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// Values of one type under text keys, kept in a store.
///
/// A key is any text but an empty one or one with a NUL character. It is kept in Unicode normalization form C,
/// so that two spellings of one word are one key. Order is that of the keys' UTF-8 bytes.
///
/// ```swift
/// let drafts = store.collection("drafts", of: Draft.self)
/// try await drafts.put(draft, for: "letter/7")
/// for draft in try drafts.all(prefix: "letter/") { show(draft) }
/// ```
///
/// Safe to use from any task. Reads run on the calling thread, take microseconds a row, and throw inside
/// ``Store/write(_:)``, where the writer reads.
public struct StoreCollection<Value: Sendable>: Sendable {
  /// The store it lies in.
  public let store: Store
  /// Its name: the name of its table in the file.
  public let name: String
  let encoding: StoreEncoding<Value>

  /// Saves a value; it is readable by everyone and survives the process when this returns.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key. An earlier value is replaced, and its `created` kept.
  /// - Throws: ``StoreError``, or `CancellationError` if the task was cancelled before it began.
  @concurrent public func put(_ value: Value, for key: String) async throws {
    let stored = try encoded(value, for: key)
    try await store.write { try self.put(stored, for: key, $0.connection, at: $0.store.now()) }
  }

  /// The value of a key; `nil` if there is none.
  ///
  /// - Throws: ``StoreError``; ``StoreError/Code/notDecodable`` for a value that is there and cannot be read.
  public func value(for key: String) throws(StoreError) -> Value? { try item(for: key)?.value }

  /// The value of a key with its dates; `nil` if there is none.
  ///
  /// - Throws: ``StoreError``; ``StoreError/Code/notDecodable`` for a value that is there and cannot be read.
  public func item(for key: String) throws(StoreError) -> StoreItem<Value>? {
    try decoded(try store.reading { connection throws(StoreError) in try row(for: key, connection) })
  }

  /// The values in the order of their keys.
  ///
  /// - Parameters:
  ///   - prefix: Only keys that start with exactly this; no character is special. Default: all.
  ///   - limit: At most so many, at least 0. Default `nil`: no limit.
  /// - Throws: ``StoreError``; one value that cannot be read fails all.
  public func all(prefix: String = "", limit: Int? = nil) throws(StoreError) -> [Value] {
    try items(prefix: prefix, limit: limit).map(\.value)
  }

  /// The values with keys and dates, in the order of the keys.
  ///
  /// - Parameters:
  ///   - prefix: Only keys that start with exactly this. Default: all.
  ///   - limit: At most so many, at least 0. Default `nil`: no limit.
  /// - Throws: ``StoreError``; one value that cannot be read fails all.
  public func items(prefix: String = "", limit: Int? = nil) throws(StoreError) -> [StoreItem<Value>] {
    let rows = try store.reading { connection throws(StoreError) in
      try self.rows(prefix: prefix, limit: limit, connection)
    }
    return try decoded(rows)
  }

  /// How many values there are.
  ///
  /// - Throws: ``StoreError``.
  public func count() throws(StoreError) -> Int {
    try store.reading { connection throws(StoreError) in try count(connection) }
  }

  /// Deletes the value of a key.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``StoreError``, or `CancellationError` if the task was cancelled before it began.
  @discardableResult public func delete(_ key: String) async throws -> Bool {
    try await store.write { try self.delete(key, $0.connection) }
  }

  /// Deletes all values.
  ///
  /// - Throws: ``StoreError``, or `CancellationError` if the task was cancelled before it began.
  public func clear() async throws {
    try await store.write { try self.clear($0.connection) }
  }
}
