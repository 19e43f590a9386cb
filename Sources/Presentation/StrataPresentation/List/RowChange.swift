// Part of Strata.
// SPDX-License-Identifier: MIT

/// One step from one list of rows to the next: some rows in a row go, and one may come in their place.
///
/// A model that knows its steps spares the views the comparison: one row of 100,000 that goes is one step, whatever the
/// others are. A row that shows other content stays where it is: it is a step that takes and brings nothing.
///
/// ```swift
/// let changes = books.rowChanges(since: revision)   // nil: compare the identities
/// ```
///
/// Safe to use from any task where its identities are.
public struct RowChange<ID: Hashable> {
  /// The places of the rows that go, in the list before this step. May be empty.
  public var removed: Range<Int>
  /// The row that comes to the first of these places, if one does.
  public var inserted: ID?

  /// Makes a step.
  public init(removed: Range<Int>, inserted: ID? = nil) {
    self.removed = removed
    self.inserted = inserted
  }
}

extension RowChange: Sendable where ID: Sendable {}
extension RowChange: Equatable {}
