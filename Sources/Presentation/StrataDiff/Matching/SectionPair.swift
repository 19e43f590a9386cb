// Part of Strata.
// SPDX-License-Identifier: MIT

/// A section that stayed: its indices, and the numbers of the rows between its equal ends.
@usableFromInline struct SectionPair: Sendable {
  /// The section's index in the old and in the new list.
  @usableFromInline let old: Int
  @usableFromInline let new: Int
  @usableFromInline let ends: EqualEnds
  /// What its middles' rows are called in ``Matching``.
  @usableFromInline let oldNumbers: Range<Int>
  @usableFromInline let newNumbers: Range<Int>
  /// Whether a row was found out of turn, so that the order must be looked at.
  @usableFromInline var isUnordered = false
  /// The rows of the old section that are nowhere in the new list.
  @usableFromInline var deletes: [Int] = []

  @inlinable init(
    _ sections: (old: Int, new: Int), _ ends: EqualEnds, oldNumbers: Range<Int>, newNumbers: Range<Int>
  ) {
    old = sections.old
    new = sections.new
    self.ends = ends
    self.oldNumbers = oldNumbers
    self.newNumbers = newNumbers
  }

  /// A row's index in the old section.
  @inlinable func oldRow(_ number: Int) -> Int { number - oldNumbers.lowerBound + ends.oldMiddle.lowerBound }
  /// A row's index in the new section.
  @inlinable func newRow(_ number: Int) -> Int { number - newNumbers.lowerBound + ends.newMiddle.lowerBound }

  @inlinable func oldPlace(_ number: Int) -> RowPlace { RowPlace(section: old, row: oldRow(number)) }
  @inlinable func newPlace(_ number: Int) -> RowPlace { RowPlace(section: new, row: newRow(number)) }
}

/// A row of a list in sections.
public struct RowPlace: Hashable, Sendable {
  /// The section's index.
  public var section: Int
  /// The row's index in it.
  public var row: Int

  /// Makes a place.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }
}

extension Changeset {
  @inlinable mutating func replace(_ removed: Range<Int>, with inserted: Range<Int>) {
    if !removed.isEmpty || !inserted.isEmpty { hunks.append(Hunk(removed: removed, inserted: inserted)) }
  }
}
