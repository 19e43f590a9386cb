// Part of Strata.
// SPDX-License-Identifier: MIT

/// How a row is written in one word: its number in the lower bits, a mark, and above it as much of its hash as fits.
///
/// What does not fit are the hash's upper bits, and these name the bucket.
struct RowWord: Sendable {
  private let numberBits: UInt64
  private let bucketBits: Int

  /// About how many rows share a bucket.
  static var bucketSize: Int { 1_024 }

  /// - Parameters:
  ///   - highest: The highest number of all rows.
  ///   - count: How many rows the longer list has.
  init(highest: Int32, count: Int) {
    // NB: one more, so that no word is all ones.
    numberBits = UInt64(Int.bitWidth - (Int(highest) + 1).leadingZeroBitCount)
    bucketBits = Int.bitWidth - (count / Self.bucketSize).leadingZeroBitCount
  }

  var buckets: Int { 1 << bucketBits }
  /// Set in a word of the new list that is in a table.
  var mark: UInt64 { 1 &<< numberBits }

  func bucket(_ hash: Int) -> Int { Int(truncatingIfNeeded: UInt(bitPattern: hash) >> UInt(Int.bitWidth - bucketBits)) }
  func word(_ number: Int32, _ hash: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: hash) &<< (numberBits &+ 1) | UInt64(truncatingIfNeeded: number)
  }
  func number(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word & (mark &- 1)) }
  func isSameHash(_ left: UInt64, _ right: UInt64) -> Bool { left ^ right < mark &<< 1 }
}

/// Rows as words, sorted into buckets.
struct HashBuckets: Sendable {
  private let words: [UInt64]
  /// Where each bucket begins; one more entry is the end of the last.
  private let starts: [Int]

  /// Sorts rows, given by their numbers and hashes. Those of one bucket keep their order.
  init(_ numbers: [Int32], _ hashes: [Int], _ layout: RowWord) {
    var starts = [Int](repeating: 0, count: layout.buckets + 1)
    for hash in hashes { starts[layout.bucket(hash) + 1] += 1 }
    for bucket in 1...layout.buckets { starts[bucket] += starts[bucket - 1] }
    var next = starts
    words = [UInt64](unsafeUninitializedCapacity: hashes.count) { words, count in
      next.withUnsafeMutableBufferPointer { next in
        for (number, hash) in zip(numbers, hashes) {
          let bucket = layout.bucket(hash)
          words[next[bucket]] = layout.word(number, hash)
          next[bucket] += 1
        }
      }
      count = hashes.count
    }
    self.starts = starts
  }

  subscript(bucket: Int) -> ArraySlice<UInt64> { words[starts[bucket]..<starts[bucket + 1]] }

  /// How many rows the fullest bucket has.
  var fullest: Int { zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) } }
}

/// The rows of one bucket by their hash: open addressing, used for one bucket after the other.
struct BucketTable: ~Copyable {
  private let slots: UnsafeMutableBufferPointer<UInt64>
  private let shift: UInt64
  private let layout: RowWord

  /// A slot without a row.
  static var free: UInt64 { .max }

  /// Makes a table that is never more than half full.
  init(_ layout: RowWord, capacity: Int) {
    let bits = Int.bitWidth - capacity.leadingZeroBitCount
    slots = .allocate(capacity: 1 << bits)
    shift = UInt64(Int.bitWidth - bits)
    self.layout = layout
  }

  deinit { slots.deallocate() }

  mutating func clear() { slots.initialize(repeating: Self.free) }

  /// Puts a row where its hash belongs, and returns what was there: a row of the same hash, or ``free``.
  mutating func put(_ word: UInt64, as new: UInt64) -> UInt64 {
    var place = Int(truncatingIfNeeded: word &>> shift)
    while slots[place] != Self.free, !layout.isSameHash(slots[place], word) { place = (place + 1) & (slots.count - 1) }
    let found = slots[place]
    slots[place] = new
    return found
  }
}
