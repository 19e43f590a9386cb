// Part of Strata.
// SPDX-License-Identifier: MIT

/// A section of a list: what makes it the same section, whether its header is the same, and its rows.
///
/// ```swift
/// let sections = [
///   DiffSection(id: "today", revision: unread.hashValue, rows: today), DiffSection(id: "earlier", rows: earlier),
/// ]
/// ```
///
/// Safe to use from any task if its parts are.
public struct DiffSection<ID: Hashable, Row: Equatable> {
  /// What makes it the same section.
  public var id: ID
  /// Differs when what its header or footer shows does, such as a title's hash value: as in ``HeightCache`` (L6, W40).
  public var revision: Int
  /// Its rows; may be empty.
  public var rows: [Row]

  /// Makes a section.
  ///
  /// - Parameters:
  ///   - id: What makes it the same section.
  ///   - revision: Differs when the header's content does. Default: that never changes.
  ///   - rows: Its rows.
  public init(id: ID, revision: Int = 0, rows: [Row]) {
    self.id = id
    self.revision = revision
    self.rows = rows
  }
}

extension DiffSection: Equatable {}
extension DiffSection: Sendable where ID: Sendable, Row: Sendable {}

/// The difference between two lists in sections.
///
/// Sections are deleted, inserted and moved whole: a row that a deleted section had and another has now counts
/// as new there, and a row that an inserted section took from another is deleted here. So a view never meets a
/// row that leaves a section which is gone. Safe to use from any task.
public struct SectionedChangeset: Hashable, Sendable {
  /// What a section that stayed, moved or not, does with its rows.
  public struct Inner: Hashable, Sendable {
    /// The section's index in the old list.
    public var old: Int
    /// The section's index in the new list.
    public var new: Int
    /// Its rows, by their indices in it. Rows that cross are in its hunks, and in ``crossings``.
    public var changes: Changeset

    /// Makes the changes of one section.
    public init(old: Int, new: Int, changes: Changeset) {
      self.old = old
      self.new = new
      self.changes = changes
    }
  }

  /// A row that went from one section to another.
  public struct Crossing: Hashable, Sendable {
    /// Its place in the old list.
    public var old: RowPlace
    /// Its place in the new list.
    public var new: RowPlace
    /// Whether it shows other content, too.
    public var isChanged: Bool

    /// Makes a crossing.
    public init(old: RowPlace, new: RowPlace, isChanged: Bool = false) {
      self.old = old
      self.new = new
      self.isChanged = isChanged
    }
  }

  /// The sections that went, came and moved; its updates are those whose header shows other content.
  public var sections = Changeset()
  /// The sections that stayed and whose rows differ, ascending in the new list.
  public var rows: [Inner] = []
  /// The rows that went to another section, ascending in the new list.
  public var crossings: [Crossing] = []
  /// Rows of the new list whose id comes again, as far as they were met.
  public var duplicates: [RowPlace] = []

  /// Makes a changeset that changes nothing.
  public init() {}

  /// Whether the lists are alike.
  public var isEmpty: Bool { sections.isEmpty && rows.isEmpty }
}
