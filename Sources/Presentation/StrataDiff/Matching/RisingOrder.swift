// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds the longest rising part of a list of rows: these stay, the others move.
enum RisingOrder {
  /// Marks the members of one longest rising subsequence of the values that are not negative.
  ///
  /// - Complexity: Linear while they rise; m log k for m that do not and the k longest rise.
  static func stays(_ values: [Int32]) -> [Bool] {
    let count = values.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * count + 1) { room in
      // The last value of the best rise of each length, where it stands, and each member's predecessor.
      let (tops, places, before) = (room.baseAddress!, room.baseAddress! + count, room.baseAddress! + 2 * count)
      var length = 0
      for index in 0..<count where values[index] >= 0 {
        let value = values[index]
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

  /// How many tops are smaller. The end comes first: most lists mostly rise.
  @inline(__always)
  private static func position(of value: Int32, in tops: UnsafeMutablePointer<Int32>, _ length: Int) -> Int {
    if length == 0 || tops[length - 1] < value { return length }
    if length == 1 || tops[length - 2] < value { return length - 1 }
    var base = 0
    var size = length
    while size > 1 {
      let half = size / 2
      base = tops[base + half - 1] < value ? base + half : base
      size -= half
    }
    return base + (tops[base] < value ? 1 : 0)
  }
}

extension SectionPair {
  /// Which rows of the new middle stay.
  @usableFromInline func stays() -> [Bool]? { isUnordered ? RisingOrder.stays(match) : nil }
}
