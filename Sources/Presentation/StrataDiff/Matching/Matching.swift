// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds out which row is which: equal ends first, then side by side, and only what that leaves by hashing.
@usableFromInline struct Matching<Row: Equatable> {
  @usableFromInline var pairs: [SectionPair] = []
  /// What lies between the equal ends; the middles are those of ``pairs``.
  @usableFromInline var old = MiddleRows<Row>()
  @usableFromInline var new = MiddleRows<Row>()
  /// For each row of the new middles the number of the old row that it is, or what `Unmatched` says.
  @usableFromInline var match: [Int32] = []
  /// For each matched row whether it shows other content.
  @usableFromInline var isChanged: [Bool] = []

  @inlinable init() {}

  /// Rows of the new list whose id comes again, as far as they were searched for.
  @inlinable var duplicates: [RowPlace] {
    var result: [RowPlace] = []
    for (pair, middle) in zip(pairs, new.middles) {
      for number in new.loose[middle.loose] where match[Int(number)] == Unmatched.repeated {
        result.append(pair.newPlace(Int(number)))
      }
    }
    return result
  }

  /// Rows that went from one section to another, ascending in the new list.
  @inlinable var crossings: [SectionedChangeset.Crossing] {
    var result: [SectionedChangeset.Crossing] = []
    for (pair, middle) in zip(pairs, new.middles) {
      for number in new.loose[middle.loose].lazy.map(Int.init) {
        let found = Int(match[number])
        if found < 0 || pair.oldNumbers.contains(found) { continue }
        let place = pairs[old.middle(of: found)].oldPlace(found)
        result.append(.init(old: place, new: pair.newPlace(number), isChanged: isChanged[number]))
      }
    }
    return result
  }
}

/// What a new row has instead of an old one.
@usableFromInline enum Unmatched: Sendable {
  /// No old row has this id.
  @usableFromInline static var none: Int32 { -1 }
  /// The id comes again further down.
  @usableFromInline static var repeated: Int32 { -2 }
}

@available(*, unavailable) extension Matching: Sendable {}
