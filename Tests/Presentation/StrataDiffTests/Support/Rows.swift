// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataDiff

struct Row: Hashable, Identifiable {
  var id: Int
  var text = 0
}

/// Random numbers that are the same in every run.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// Whether the full counts run (`Scripts/soak`).
let soak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

/// The length of the longest rising subsequence, the slow and plain way.
func longestRise(_ values: [Int]) -> Int {
  var best = [Int](repeating: 1, count: values.count)
  for index in values.indices {
    for before in 0..<index where values[before] < values[index] { best[index] = max(best[index], best[before] + 1) }
  }
  return best.max() ?? 0
}

/// The same, for long lists.
func longestRiseQuickly(_ values: [Int]) -> Int {
  var tops: [Int] = []
  for value in values {
    var (low, high) = (0, tops.count)
    while low < high {
      let half = (low + high) / 2
      if tops[half] < value { low = half + 1 } else { high = half }
    }
    if low == tops.count { tops.append(value) } else { tops[low] = value }
  }
  return tops.count
}

extension Changeset {
  /// Moves are as few as the pairing allows: a longest rise stays.
  func hasFewestMoves(old: Int, new: Int) -> Bool {
    let order = survivors(old: old, new: new).map(\.old)
    let rise = order.count < 100 ? longestRise(order) : longestRiseQuickly(order)
    return moves.count == order.count - rise
  }

  /// Whether only rows of the same id were paired.
  func isPairedByIdentity(_ old: [Row], _ new: [Row]) -> Bool {
    survivors(old: old.count, new: new.count).allSatisfy { old[$0.old].id == new[$0.new].id }
  }
}
