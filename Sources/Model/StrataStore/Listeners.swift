// Part of Strata.
// SPDX-License-Identifier: MIT

/// Who waits for changes of which collection.
struct Listeners {
  private var next = 0
  private var entries: [Int: (collection: String, continuation: AsyncStream<Void>.Continuation)] = [:]

  mutating func add(_ continuation: AsyncStream<Void>.Continuation, for collection: String) -> Int {
    next += 1
    entries[next] = (collection, continuation)
    return next
  }

  mutating func remove(_ id: Int) { entries[id] = nil }

  func notify(_ collections: Set<String>) {
    for entry in entries.values where collections.contains(entry.collection) { entry.continuation.yield() }
  }

  /// Takes all out; the caller finishes them when it holds no lock.
  mutating func takeAll() -> [AsyncStream<Void>.Continuation] {
    defer { entries = [:] }
    return entries.values.map(\.continuation)
  }
}
