// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds the longest rising part of a list of rows: these stay, the others move.
@usableFromInline enum RisingOrder: Sendable {
  /// Marks the members of one longest rising subsequence of the values that are within a range.
  ///
  /// - Complexity: Linear while they rise; m log k for m that do not and the k longest rise.
  @usableFromInline static func stays(_ values: ArraySlice<Int32>, within range: Range<Int>) -> [Bool] {
    let count = values.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * count + block) { room in
      // The last value of the best rise of each length, where it stands, and each member's predecessor.
      let tops = room.baseAddress!
      let (places, before) = (tops + count + block, tops + 2 * count + block)
      tops.update(repeating: .max, count: count + block)
      var length = 0
      for (index, value) in values.enumerated() where range.contains(Int(value)) {
        let low = position(of: value, in: tops, length)
        tops[low] = value
        places[low] = Int32(truncatingIfNeeded: index)
        before[index] = low > 0 ? places[low - 1] : -1
        if low == length { length += 1 }
      }
      var stays = [Bool](repeating: false, count: count)
      var index = length > 0 ? Int(places[length - 1]) : -1
      while index >= 0 {
        stays[index] = true
        index = Int(before[index])
      }
      return stays
    }
  }

  /// How many tops are compared at once. As many past the end are higher than any value.
  private static var block: Int { 64 }

  /// How many tops are smaller. The end comes first: most lists mostly rise.
  @inline(__always)
  private static func position(of value: Int32, in tops: UnsafeMutablePointer<Int32>, _ length: Int) -> Int {
    if length == 0 || tops[length - 1] < value { return length }
    if length == 1 || tops[length - 2] < value { return length - 1 }
    var base = 0
    var size = length
    while size > block {
      let half = size / 2
      if tops[base + half - 1] < value { base += half }
      size -= half
    }
    // NB: which way to go cannot be foretold, and a wrong guess costs more than to count a whole block. The shift
    // leaves -1 of a difference below zero; with a condition in its place, the loop would not become vectors.
    let rest = tops + base
    var smaller: Int32 = 0
    for step in 0..<block { smaller &-= (rest[step] &- value) &>> (Int32.bitWidth - 1) }
    return base + Int(smaller)
  }
}
