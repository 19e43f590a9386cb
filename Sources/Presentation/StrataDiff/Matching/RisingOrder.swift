// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds the longest rising part of a list of rows: these stay, the others move.
@usableFromInline enum RisingOrder: Sendable {
  /// Marks the members of one longest rising subsequence of the values that are within a range.
  ///
  /// - Complexity: Linear while they rise; m log k for m that do not and the k longest rise.
  @usableFromInline static func stays(_ values: ArraySlice<Int32>, within range: Range<Int>) -> [Bool] {
    let count = values.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * count + 1) { room in
      // Where the last member of the best rise of each length stands, and each member's predecessor.
      let (places, before) = (room.baseAddress!, room.baseAddress! + count)
      var tops = RiseTops(capacity: count)
      for (index, value) in values.enumerated() where range.contains(Int(value)) {
        let length = tops.put(value)
        places[length] = Int32(truncatingIfNeeded: index)
        before[index] = length > 0 ? places[length - 1] : -1
      }
      var stays = [Bool](repeating: false, count: count)
      var index = tops.count > 0 ? Int(places[tops.count - 1]) : -1
      while index >= 0 {
        stays[index] = true
        index = Int(before[index])
      }
      return stays
    }
  }
}

/// The last value of the best rise of each length: they rise, too.
private struct RiseTops: ~Copyable {
  /// How many there are: the longest rise.
  private(set) var count = 0
  /// Behind the last, a block of values that are higher than any.
  private let tops: UnsafeMutablePointer<Int32>
  /// The last top of each full block, and a block of high values behind these.
  private let peaks: UnsafeMutablePointer<Int32>

  private static var block: Int { 32 }

  init(capacity: Int) {
    tops = .allocate(capacity: capacity + Self.block)
    peaks = .allocate(capacity: capacity / Self.block + Self.block)
    tops.initialize(repeating: .max, count: Self.block)
    peaks.initialize(repeating: .max, count: Self.block)
  }

  deinit {
    tops.deallocate()
    peaks.deallocate()
  }

  /// Ends a rise with a value, and returns how many members come before it.
  @inline(__always)
  mutating func put(_ value: Int32) -> Int {
    let place = position(of: value)
    tops[place] = value
    if place % Self.block == Self.block - 1 { peaks[place / Self.block] = value }
    if place == count { grow() }
    return place
  }

  private mutating func grow() {
    tops[count + Self.block] = .max
    count += 1
    if count % Self.block == 0 { peaks[count / Self.block - 1 + Self.block] = .max }
  }

  /// How many tops are smaller. The end comes first: most lists mostly rise.
  @inline(__always)
  private func position(of value: Int32) -> Int {
    if count == 0 || tops[count - 1] < value { return count }
    if count == 1 || tops[count - 2] < value { return count - 1 }
    var (block, blocks) = (0, count / Self.block)
    while blocks > Self.block {
      let half = blocks / 2
      if peaks[block + half - 1] < value { block += half }
      blocks -= half
    }
    block += Self.smaller(than: value, peaks + block)
    return block * Self.block + Self.smaller(than: value, tops + block * Self.block)
  }

  /// How many values of a block are smaller.
  @inline(__always)
  private static func smaller(than value: Int32, _ values: UnsafeMutablePointer<Int32>) -> Int {
    // NB: which way to go cannot be foretold, and a wrong guess costs more than to look at the whole block. The shift
    // leaves -1 of a difference below zero; with a condition in its place, the loop would not become vectors.
    var count: Int32 = 0
    for index in 0..<block { count &-= (values[index] &- value) &>> (Int32.bitWidth - 1) }
    return Int(count)
  }
}
