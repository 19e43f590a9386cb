// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation

// What the response cache needs of its collections, whose values never expire: fewer steps than a query takes.

extension Store {
  /// What a collection with texts as keys has under those that begin with exactly this text, by key and not decoded;
  /// nothing for a text that every key begins with.
  ///
  /// NB: it takes the collection's name, because the first use of a generic type costs a process a fifth of a
  /// millisecond.
  package func storedData(in collection: String, prefix: String) throws(StoreError) -> [Data] {
    guard let bounds = try prefix.keyBounds() else { return [] }
    let layout = layout(collection, .text)
    return try read { connection throws(StoreError) in
      try connection.values(layout, from: bounds.lower, to: bounds.upper)
    }
  }
}

extension StoreTransaction {
  /// Writes the values of several keys.
  package mutating func put<Value>(
    _ values: [(key: String, value: Value)], in collection: StoreCollection<String, Value>
  ) throws(StoreError) {
    guard let first = values.first else { return }
    let now = store.now
    try put(first.value, for: first.key, in: collection)
    for (key, value) in values.dropFirst() {
      let row = try collection.row(value, for: key, expires: .never, now: now)
      _ = try connection.put(collection.layout, row, now: now)
    }
  }

  /// The keys that begin with exactly this text.
  package mutating func keys<Value>(
    prefix: String, in collection: StoreCollection<String, Value>
  ) throws(StoreError) -> [String] {
    try check(collection)
    let store = store
    let text = try collection.text(.prefix(prefix))
    return try connection.keys(collection.layout, text) { store.now }.content.compactMap { String(storeKey: $0) }
  }

  /// Deletes the keys that begin with exactly this text.
  package mutating func delete<Value>(
    prefix: String, in collection: StoreCollection<String, Value>
  ) throws(StoreError) {
    guard let bounds = try prefix.keyBounds() else { return _ = try delete(.all, in: collection) }
    try check(collection)
    if try connection.delete(collection.layout, from: bounds.lower, to: bounds.upper) {
      touched.insert(collection.name)
    }
  }
}

extension String {
  /// The first key that begins with this text, and the first after all of them; `nil` if every key does.
  fileprivate func keyBounds() throws(StoreError) -> (lower: String, upper: String)? {
    guard case .text(let lower) = try storeKey.normalized(), let upper = lower.endOfPrefix else { return nil }
    return (lower, upper)
  }
}
