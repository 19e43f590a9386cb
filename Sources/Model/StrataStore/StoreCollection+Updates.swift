// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

extension StoreCollection where Value: Equatable {
  /// The values of a query as they are now and after each commit that changed them.
  ///
  /// The first comes at once. Commits that follow each other quickly are merged, equal results are not repeated,
  /// and the sequence ends with the store. Values that expire while nothing is written are noticed by the next commit.
  ///
  /// ```swift
  /// for try await favourites in books.updates(.where(.equal(\.isFavourite, true))) { … }
  /// ```
  ///
  /// - Parameter query: Default: all, by key.
  public func updates(_ query: StoreQuery<Key, Value> = .all) -> Updates<[Value]> {
    Updates(read: { try all(query) }, changes: changes)
  }

  /// The value of a key as it is now and after each commit that changed it; `nil` while there is none.
  ///
  /// - Parameter key: The key.
  public func updates(for key: Key) -> Updates<Value?> {
    Updates(read: { try value(for: key) }, changes: changes)
  }
}

extension StoreCollection {
  /// The values of a query as they are now and after each commit, where equal ones cannot be told.
  ///
  /// - Parameter query: Default: all, by key.
  @_disfavoredOverload
  public func updates(_ query: StoreQuery<Key, Value> = .all) -> Updates<[Value]> {
    Updates(read: { try all(query) }, changes: changes)
  }

  /// Whatever you read of the collection, as it is now and after each commit that changed the collection.
  ///
  /// ```swift
  /// for try await count in books.updates(reading: { try $0.count() }) { … }
  /// ```
  ///
  /// - Parameter read: Reads; called off the caller's actor.
  public func updates<Result: Equatable & Sendable>(
    reading read: @escaping @Sendable (StoreCollection) throws -> Result
  ) -> Updates<Result> {
    Updates(read: { try read(self) }, changes: changes)
  }

  private var changes: @Sendable () -> AsyncStream<Void> {
    { [feed = store.feed, name] in feed.changes(of: name) }
  }
}
