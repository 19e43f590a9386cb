// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping

/// One member of a type, so that a table of tests can name just the value.
struct One<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable { var v: Value }

/// The same, optional.
struct Maybe<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable { var v: Value? }

extension MappingDecoder {
  /// Reads from a text.
  func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try decode(type, from: Data(text.utf8))
  }
}

/// The error that reading a text gives; `nil` if it gives none.
func fault<Value: Decodable>(_ policy: MappingPolicy, _ type: Value.Type, _ text: String) -> MappingError? {
  do {
    _ = try MappingDecoder(policy).decode(type, text)
    return nil
  } catch {
    return error as? MappingError
  }
}

/// A policy with some repairs only.
func repairing(_ repairs: MappingRepairs) -> MappingPolicy { .strict.with { $0.repairs = repairs } }

/// A random number generator whose numbers a seed decides (SplitMix64).
struct Seeded: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Whether the long counts run: `STRATA_SOAK=1`.
let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"
