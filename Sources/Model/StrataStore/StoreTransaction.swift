// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import StrataContract
internal import Synchronization

/// Several changes of several collections that happen together or not at all.
///
/// You get one inside ``Store/write(_:)`` and cannot keep it. Its reads see its own changes.
///
/// ```swift
/// try await store.write { transaction in
///   try transaction.put(order, for: order.id, in: orders)
///   try transaction.delete(order.cart, in: carts)
/// }
/// ```
///
/// There is no `await` inside: do slow work before.
public struct StoreTransaction: ~Copyable {
  var connection: Connection
  let store: Store
  /// The collections that changed.
  var touched: Set<String> = []
  /// The collections whose tables and indexes this transaction made.
  var prepared: [Readiness] = []

  init(_ connection: consuming Connection, _ store: Store) {
    self.connection = connection
    self.store = store
  }

  consuming func end() -> Connection { connection }

  /// A collection by name; as ``Store/collection(_:of:keyedBy:encoding:indexes:)``, for migrations.
  public func collection<Key: StoreKey, Value: Codable & Sendable>(
    _ name: String, of type: Value.Type = Value.self, keyedBy key: Key.Type = String.self,
    encoding: StoreEncoding<Value> = .json, indexes: [StoreIndex<Value>] = []
  ) -> StoreCollection<Key, Value> {
    store.collection(name, of: type, keyedBy: key, encoding: encoding, indexes: indexes)
  }

  /// A collection of another store would be written to this one.
  func check<Key, Value>(_ collection: StoreCollection<Key, Value>) throws(StoreError) {
    guard collection.store === store else {
      throw StoreError(.notAllowed, "the collection '\(collection.name)' belongs to another store")
    }
    try checkActive()
  }

  /// SQLite undoes a transaction by itself after some errors; what came later would then be no part of it.
  func checkActive() throws(StoreError) {
    guard connection.isInTransaction else {
      throw StoreError(.failed, "the transaction was undone by an error before: let that error leave write()")
    }
  }
}

@available(*, unavailable)
extension StoreTransaction: Sendable {}

extension Store {
  /// Runs changes of several collections as one: all of them happen, or none.
  ///
  /// The closure runs on a thread of the store, one at a time. Whatever it throws undoes its changes and is thrown
  /// here. A cancelled task does not stop a write that has begun.
  ///
  /// - Parameter body: Makes the changes. Read through the transaction: other reads throw `notAllowed`.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, and `StoreError`.
  @discardableResult @concurrent
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (inout StoreTransaction) throws -> Result
  ) async throws -> Result {
    let (result, touched) = try await enqueue { connection in try self.transact(&connection, body) }
    feed.notify(touched)
    return result
  }

  /// The same for changes that throw nothing but what a store reports.
  package func writeTyped<Content: Sendable>(
    _ body: @escaping @Sendable (inout StoreTransaction) throws(StoreError) -> Content
  ) async throws(StoreError) -> Content {
    let (content, touched) = try await enqueueTyped { connection throws(StoreError) in
      do {
        return try self.transact(&connection, body)
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError(.failed, "\(error)")
      }
    }
    feed.notify(touched)
    return content
  }

  /// Runs a transaction on a connection.
  func transact<Content>(
    _ connection: inout Connection, _ body: (inout StoreTransaction) throws -> Content
  ) throws -> (Content, touched: Set<String>) {
    try connection.begin()
    var transaction = StoreTransaction(consume connection, self)
    let result: Result<Content, any Error>
    do { result = .success(try body(&transaction)) } catch { result = .failure(error) }
    let (touched, prepared) = (transaction.touched, transaction.prepared)
    connection = transaction.end()
    do {
      let content = try result.get()
      try connection.commit()
      for readiness in prepared { readiness.isReady.store(true, ordering: .relaxed) }
      return (content, touched)
    } catch {
      connection.rollBack()
      throw error
    }
  }
}
