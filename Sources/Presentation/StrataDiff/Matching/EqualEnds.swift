// Part of Strata.
// SPDX-License-Identifier: MIT

/// The ends of a section where the same rows stand, and what lies between them.
@usableFromInline struct EqualEnds: Sendable {
  /// What lies between the equal ends.
  @usableFromInline let oldMiddle: Range<Int>
  @usableFromInline let newMiddle: Range<Int>
  /// The rows of the ends that show other content.
  @usableFromInline var headUpdates: [Changeset.Update] = []
  @usableFromInline var tailUpdates: [Changeset.Update] = []

  /// Takes off the ends, comparing their content on the way.
  @inlinable init<Row: Equatable, ID: Hashable>(_ old: [Row], _ new: [Row], _ id: (Row) -> ID) {
    self = old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { new in Self(old, new, id) } }
  }

  @inlinable init<Row: Equatable, ID: Hashable>(
    _ old: UnsafeBufferPointer<Row>, _ new: UnsafeBufferPointer<Row>, _ id: (Row) -> ID
  ) {
    var head = 0
    var tail = 0
    let shorter = min(old.count, new.count)
    while head < shorter, id(old[head]) == id(new[head]) {
      if old[head] != new[head] { headUpdates.append(.init(old: head, new: head)) }
      head += 1
    }
    while tail < shorter - head {
      let (left, right) = (old.count - 1 - tail, new.count - 1 - tail)
      guard id(old[left]) == id(new[right]) else { break }
      if old[left] != new[right] { tailUpdates.append(.init(old: left, new: right)) }
      tail += 1
    }
    tailUpdates.reverse()
    oldMiddle = head..<(old.count - tail)
    newMiddle = head..<(new.count - tail)
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
