// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds what changed between two lists: by identity what came, went and moved, by equality what shows other content.
///
/// ```swift
/// let changes = Diff.changes(from: shown, to: rows, id: \.id)
/// ```
///
/// Rows that keep their order stay, as many as possible; the others are moves, as few as possible. An id that
/// occurs again is tolerated: where it has to be searched for, its last place wins, and the result names the
/// others. Replaying the result gives the new list, always. Safe to use from any task.
///
/// - Complexity: One comparison per row where the lists agree; one hash per row that does not, and m log m
///   for m rows between the first and the last move.
public enum Diff: Sendable {
  /// The changes that turn one list into the other.
  ///
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What shall be shown.
  ///   - id: What makes a row the same row.
  @inlinable public static func changes<Row: Equatable, ID: Hashable>(
    from old: [Row], to new: [Row], id: (Row) -> ID
  ) -> Changeset {
    if isSame(old, new) { return Changeset() }
    let ends = EqualEnds(old, new, id)
    if ends.isTrimmed { return ends.changes }
    var matching = Matching<Row>()
    matching.walk(ends, old: old, new: new, id)
    matching.search(id)
    var changes = matching.changes(ofPair: 0)
    changes.duplicates = matching.duplicates.map(\.row)
    return changes
  }

  /// The changes between two lists of identifiable rows.
  @inlinable public static func changes<Row: Equatable & Identifiable>(from old: [Row], to new: [Row]) -> Changeset {
    changes(from: old, to: new) { $0.id }
  }

  /// Whether two arrays are one: nobody has written either since it was copied.
  @inlinable static func isSame<Row>(_ old: [Row], _ new: [Row]) -> Bool {
    old.count == new.count
      && old.withUnsafeBufferPointer { old in new.withUnsafeBufferPointer { old.baseAddress == $0.baseAddress } }
  }
}
