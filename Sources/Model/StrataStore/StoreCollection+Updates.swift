// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

extension StoreCollection {
  /// The values as they are, and again after each write to this collection through this store.
  ///
  /// - Parameters:
  ///   - prefix: Only keys that start with exactly this. Default: all.
  ///   - limit: At most so many. Default `nil`: no limit.
  public func updates(prefix: String = "", limit: Int? = nil) -> Updates<[Value]> {
    Updates(read: { try all(prefix: prefix, limit: limit) }, changes: { store.changes(in: name) })
  }

  /// The value of a key as it is, and again after each write to this collection through this store.
  public func updates(for key: String) -> Updates<Value?> {
    Updates(read: { try value(for: key) }, changes: { store.changes(in: name) })
  }
}

extension StoreCollection where Value: Equatable {
  /// The values as they are, and again when a write through this store has changed them.
  ///
  /// ```swift
  /// for try await drafts in collection.updates(prefix: "letter/") { list.show(drafts) }
  /// ```
  ///
  /// - Parameters:
  ///   - prefix: Only keys that start with exactly this. Default: all.
  ///   - limit: At most so many. Default `nil`: no limit.
  public func updates(prefix: String = "", limit: Int? = nil) -> Updates<[Value]> {
    Updates(read: { try all(prefix: prefix, limit: limit) }, changes: { store.changes(in: name) })
  }

  /// The value of a key as it is, and again when a write through this store has changed it.
  public func updates(for key: String) -> Updates<Value?> {
    Updates(read: { try value(for: key) }, changes: { store.changes(in: name) })
  }
}
