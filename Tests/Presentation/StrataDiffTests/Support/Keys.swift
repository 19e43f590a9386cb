// Part of Strata.
// SPDX-License-Identifier: MIT

/// How ids hash, well or badly. What is found must not depend on it.
enum Hashing: CaseIterable {
  /// Each id for itself.
  case good
  /// Two neighbours share a hash.
  case pairs
  /// A seventh of all ids shares one.
  case few
  /// All do.
  case constant
}

/// An id that hashes as it is told.
struct Key: Hashable {
  let id: Int
  let hashing: Hashing

  static func == (left: Self, right: Self) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) {
    switch hashing {
    case .good: hasher.combine(id)
    case .pairs: hasher.combine(id / 2)
    case .few: hasher.combine(id % 7)
    case .constant: break
    }
  }
}
