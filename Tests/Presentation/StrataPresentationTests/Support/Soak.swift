// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// How often a long test runs: as often as promised under STRATA_SOAK=1, less in everyday runs.
enum Soak {
  static let isOn = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

  static func count(_ everyday: Int, full: Int) -> Int { isOn ? full : everyday }
}

/// Repeatable randomness.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}
