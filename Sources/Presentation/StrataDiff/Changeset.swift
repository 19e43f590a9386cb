// Part of Strata.
// SPDX-License-Identifier: MIT

/// One difference between two lists, as range replacements that an adapter announces back to front.
///
/// ```swift
/// for hunk in changeset.hunks.reversed() {
///   list.itemsChanged(at: hunk.removed.lowerBound, removed: hunk.removed.count, added: hunk.inserted.count)
/// }
/// ```
///
/// Safe to use from any task.
public struct Changeset: Hashable, Sendable {
  /// A range of the old list that gives way to a range of the new one.
  public struct Hunk: Hashable, Sendable {
    /// What goes, in indices of the old list. May be empty.
    public var removed: Range<Int>
    /// What comes, in indices of the new list. May be empty.
    public var inserted: Range<Int>

    /// Makes a replacement.
    public init(removed: Range<Int>, inserted: Range<Int>) {
      self.removed = removed
      self.inserted = inserted
    }
  }

  /// A row that stayed and shows other content now.
  public struct Update: Hashable, Sendable {
    /// Its index in the old list.
    public var old: Int
    /// Its index in the new list.
    public var new: Int

    /// Makes an update.
    public init(old: Int, new: Int) {
      self.old = old
      self.new = new
    }
  }

  /// The replacements, ascending and apart from each other.
  public var hunks: [Hunk] = []
  /// The rows outside of all hunks whose content differs, ascending.
  public var updates: [Update] = []

  /// Makes a changeset that changes nothing.
  public init() {}

  /// Whether the lists are alike.
  public var isEmpty: Bool { hunks.isEmpty && updates.isEmpty }
}
