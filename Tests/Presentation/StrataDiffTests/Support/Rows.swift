// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

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
    let place = tops.firstIndex { $0 >= value } ?? tops.count
    if place == tops.count { tops.append(value) } else { tops[place] = value }
  }
  return tops.count
}
