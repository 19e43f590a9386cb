// Part of Strata.
// SPDX-License-Identifier: MIT

/// Which keys the file may have responses of, so that it is not asked for what it cannot have: that costs a miss more
/// than all the rest. It takes about 16 bytes a key.
///
/// It may name a key too many, and it may lack one that another process wrote: that makes a miss.
package struct KnownKeys: Sendable {
  private var hashes: Set<Int> = []
  private var limit = Self.smallestLimit
  package private(set) var isComplete = false
  /// Counts what made it incomplete.
  package private(set) var turn = 0

  package init() {}

  private static let smallestLimit = 10_000

  package func mayHave(_ key: String) -> Bool { !isComplete || hashes.contains(key.hashValue) }

  package mutating func insert(_ key: String) {
    hashes.insert(key.hashValue)
    guard hashes.count > limit else { return }
    // Most of them are gone from the file by now.
    hashes = []
    forget()
  }

  /// Another process may have written.
  package mutating func forget() {
    isComplete = false
    turn += 1
  }

  /// Takes over what the file has, as it was read in a turn.
  package mutating func complete(_ found: Set<Int>, readIn turn: Int) {
    guard turn == self.turn else { return }
    hashes.formUnion(found)
    limit = max(Self.smallestLimit, hashes.count * 2)
    isComplete = true
  }
}
