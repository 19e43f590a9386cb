// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// What is to be done to the file: first what is worthless is deleted, in a transaction of its own, then what is new is
/// written.
///
/// All of it stays here until it is committed, so that a look-up always knows better than the file.
struct Pending: Sendable {
  private struct Waiting: Sendable {
    var row: ResponseRow
    var number: Int
    var size: Int { row.bytes.count + 64 }
  }

  /// What one transaction does: removals or writes, so that the removals succeed where there is no room to write.
  struct Batch: Sendable {
    fileprivate(set) var removals: [Removal] = []
    fileprivate(set) var rows: [(key: String, value: Data)] = []
    /// The text of each row's key, and the number that it waited under.
    fileprivate(set) var places: [(key: String, number: Int)] = []
    fileprivate(set) var used: [(key: String, value: Double)] = []
  }

  /// By the text of their key.
  private var waiting: [String: [Waiting]] = [:]
  private var removals: [Removal] = []
  /// When rows were used last, to be written with the next that are put.
  private(set) var used: [String: Date] = [:]
  /// Counts what came.
  private(set) var number = 0
  private(set) var count = 0
  private(set) var bytes = 0

  var isEmpty: Bool { count == 0 && removals.isEmpty }
  var hasRemovals: Bool { !removals.isEmpty }

  // MARK: - Looking

  /// The rows of a key that the file does not have yet.
  func rows(_ key: String) -> [ResponseRow] { waiting[key]?.map(\.row) ?? [] }

  func has(_ key: String) -> Bool { count > 0 && waiting[key] != nil }

  /// Whether what the file has of a key is worthless.
  func isRemoved(_ key: String) -> Bool { !removals.isEmpty && removals.contains { $0.covers(key) } }

  // MARK: - Noting

  mutating func put(_ row: ResponseRow, for key: String) {
    number += 1
    drop(key) { $0.row.variant == row.variant }
    let new = Waiting(row: row, number: number)
    waiting[key, default: []].append(new)
    count += 1
    bytes += new.size
  }

  mutating func use(_ row: String, at date: Date) { used[row] = date }

  /// Forgets what a removal covers, and has it deleted from the file.
  mutating func remove(_ removal: Removal) {
    forget(removal)
    number += 1
    // Who waits so long for the file may as well begin anew.
    if removals.count >= Self.removalLimit { return remove(.everything) }
    removals.removeAll { $0.keyPrefix == removal.keyPrefix && $0.addressPrefix == removal.addressPrefix }
    removals.append(removal.numbered(number))
  }

  private static let removalLimit = 1_000

  /// Forgets everything, and has nothing done.
  mutating func dropAll() {
    // NB: numbers are never used twice; a transaction that runs knows its rows by them.
    (waiting, removals, used, count, bytes) = ([:], [], [:], 0, 0)
  }

  private mutating func forget(_ removal: Removal) {
    if removal.keyPrefix.isEmpty, removal.addressPrefix == nil { return dropAll() }
    for key in waiting.keys.filter(removal.covers) { drop(key) { _ in true } }
    used = used.filter { !removal.covers($0.key) }
  }

  private mutating func drop(_ key: String, where isGone: (Waiting) -> Bool) {
    guard let place = waiting.index(forKey: key) else { return }
    waiting.values[place].removeAll { one in
      guard isGone(one) else { return false }
      count -= 1
      bytes -= one.size
      return true
    }
    if waiting.values[place].isEmpty { waiting.remove(at: place) }
  }

  // MARK: - Writing

  /// What one transaction does next: every removal, or else so many rows of about so many bytes.
  mutating func next(upTo limit: Int, rows: Int) -> Batch {
    guard removals.isEmpty else { return Batch(removals: removals) }
    var batch = Batch(used: used.map { ($0.key, $0.value.timeIntervalSince1970) })
    used = [:]
    var bytes = 0
    for (key, all) in waiting {
      for one in all {
        if bytes > 0, bytes + one.size > limit || batch.rows.count >= rows { return batch }
        batch.rows.append((one.row.variant.isEmpty ? key : key + one.row.variant, one.row.bytes))
        batch.places.append((key, one.number))
        bytes += one.size
      }
    }
    return batch
  }

  /// A transaction is in the file. What came or changed meanwhile stays.
  mutating func committed(_ batch: Batch) {
    removals.removeAll { removal in batch.removals.contains { $0.number == removal.number } }
    for place in batch.places { drop(place.key) { $0.number == place.number } }
  }
}

/// Which rows are worthless.
struct Removal: Sendable {
  /// What their keys begin with.
  var keyPrefix: String
  /// What the addresses in their keys begin with; `nil` for any.
  var addressPrefix: String?
  fileprivate var number = 0

  static let everything = Removal(keyPrefix: "")

  init(keyPrefix: String, addressPrefix: String? = nil) {
    self.keyPrefix = keyPrefix
    self.addressPrefix = addressPrefix
  }

  func covers(_ key: String) -> Bool {
    guard key.hasPrefix(keyPrefix) else { return false }
    guard let addressPrefix else { return true }
    return CacheKey.address(ofRow: key)?.hasPrefix(addressPrefix) == true
  }

  fileprivate func numbered(_ number: Int) -> Removal {
    var copy = self
    copy.number = number
    return copy
  }
}
