// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds the rows of two lists that have the same hash.
///
/// In a table of all rows each search waits for memory. So both lists are first sorted by hash into buckets, roughly;
/// then bucket is searched in bucket, with a table that the processor's nearest cache holds.
@usableFromInline struct HashPairing: Sendable {
  private let layout: RowWord
  private let old: HashBuckets
  private let new: HashBuckets

  /// Sorts the rows of both lists, given by their numbers and hashes.
  @usableFromInline init(_ old: [Int32], _ oldHashes: [Int], _ new: [Int32], _ newHashes: [Int]) {
    layout = RowWord(highest: max(old.last ?? 0, new.last ?? 0), count: max(old.count, new.count))
    self.old = HashBuckets(old, oldHashes, layout)
    self.new = HashBuckets(new, newHashes, layout)
  }

  /// Notes the old row of each new one. False, and nothing is certain, if a hash is met that two ids share.
  ///
  /// - Parameters:
  ///   - match: By new row.
  ///   - isSameOld: Whether two old rows have one id. Asked where their hashes are the same.
  ///   - isSameNew: Whether two new rows have one id.
  @usableFromInline func pair(
    _ match: inout [Int32], isSameOld: (Int, Int) -> Bool, isSameNew: (Int, Int) -> Bool
  ) -> Bool {
    var table = BucketTable(layout, capacity: old.fullest + new.fullest)
    return match.withUnsafeMutableBufferPointer { match in
      for bucket in 0..<layout.buckets {
        table.clear()
        for word in old[bucket] {
          let found = table.put(word, as: word)
          if found != BucketTable.free, !isSameOld(layout.number(word), layout.number(found)) { return false }
        }
        for word in new[bucket].reversed() {
          let found = table.put(word, as: word | layout.mark)
          if found == BucketTable.free { continue }
          let (number, other) = (layout.number(word), layout.number(found))
          let isRepeated = found & layout.mark != 0
          if isRepeated, !isSameNew(number, other) { return false }
          match[number] = isRepeated ? Unmatched.repeated : Int32(truncatingIfNeeded: other)
        }
      }
      return true
    }
  }
}
