// Part of Strata.
// SPDX-License-Identifier: MIT

/// One difference between two lists, in two spellings of one truth.
///
/// As ``hunks`` and ``updates``: range replacements that an adapter announces back to front. As ``deletes``,
/// ``inserts``, ``moves`` and ``updates``: single rows, for a view that animates them; no index of the old list
/// occurs twice among them.
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

  /// A row that another place has now.
  public struct Move: Hashable, Sendable {
    /// Its index in the old list.
    public var old: Int
    /// Its index in the new list.
    public var new: Int
    /// Whether it shows other content, too.
    public var isChanged: Bool

    /// Makes a move.
    public init(old: Int, new: Int, isChanged: Bool = false) {
      self.old = old
      self.new = new
      self.isChanged = isChanged
    }
  }

  /// The replacements, ascending and apart from each other: everything that goes, comes and moves.
  public var hunks: [Hunk] = []
  /// The rows outside of all hunks whose content differs, ascending.
  public var updates: [Update] = []
  /// The rows that went for good, in indices of the old list, ascending.
  public var deletes: [Int] = []
  /// The rows that are new, in indices of the new list, ascending.
  public var inserts: [Int] = []
  /// The rows that changed places, ascending in the new list. As few as possible.
  public var moves: [Move] = []
  /// Rows of the new list whose id comes again further down, as far as they were met: rows at equal places
  /// are not searched for them.
  public var duplicates: [Int] = []

  /// Makes a changeset that changes nothing.
  public init() {}

  /// Whether the lists are alike.
  public var isEmpty: Bool { hunks.isEmpty && updates.isEmpty }
}
