// Part of Strata.
// SPDX-License-Identifier: MIT

/// The rows of one section, old and new, and who is who among them.
@usableFromInline struct SectionPair: Sendable {
  /// The section's index in the old and in the new list.
  @usableFromInline let old: Int
  @usableFromInline let new: Int
  /// What lies between the equal ends.
  @usableFromInline let oldMiddle: Range<Int>
  @usableFromInline let newMiddle: Range<Int>
  /// For each row of the new middle its row in the old section, or one of the two below.
  @usableFromInline var match: [Int32] = []
  /// For each matched row whether it shows other content: noted where both rows were at hand.
  @usableFromInline var isChanged: [Bool] = []
  /// Whether a row was found out of turn, so that the order must be looked at.
  @usableFromInline var isUnordered = false
  /// The rows of the old section that are nowhere in the new list.
  @usableFromInline var deletes: [Int] = []
  /// What the equal ends have to say: their updates.
  @usableFromInline let headUpdates: [Changeset.Update]
  @usableFromInline let tailUpdates: [Changeset.Update]

  @usableFromInline static var none: Int32 { -1 }
  @usableFromInline static var elsewhere: Int32 { -2 }

  @inlinable init(
    old: Int, new: Int, oldMiddle: Range<Int>, newMiddle: Range<Int>, headUpdates: [Changeset.Update],
    tailUpdates: [Changeset.Update]
  ) {
    self.old = old
    self.new = new
    self.oldMiddle = oldMiddle
    self.newMiddle = newMiddle
    self.headUpdates = headUpdates
    self.tailUpdates = tailUpdates
  }

  /// Whether nothing lies between the ends on one side at least.
  @inlinable var isTrimmed: Bool { oldMiddle.isEmpty || newMiddle.isEmpty }

  /// The changes of a trimmed section.
  @inlinable var changes: Changeset {
    var changes = Changeset()
    changes.updates = headUpdates + tailUpdates
    changes.replace(oldMiddle, with: newMiddle)
    changes.deletes = Array(oldMiddle)
    changes.inserts = Array(newMiddle)
    return changes
  }
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
