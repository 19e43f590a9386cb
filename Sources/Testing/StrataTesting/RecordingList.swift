// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataDiff
public import Testing

/// A list without a toolkit: applies changes as a view does, and fails the test on inconsistent ones.
///
/// It applies both spellings of a `Changeset`, and checks that no row of the old list is named twice.
///
/// ```swift
/// var list = RecordingList(rows)
/// list.apply(Diff.changes(from: rows, to: newRows), target: newRows)
/// ```
///
/// Safe to use from any task, one at a time.
public struct RecordingList<Row: Equatable> {
  /// What it shows.
  public private(set) var rows: [Row]
  /// What was applied, oldest first.
  public private(set) var log: [Changeset] = []

  /// Makes a list that shows rows.
  public init(_ rows: [Row] = []) { self.rows = rows }

  /// Applies changes and shows the target.
  ///
  /// - Parameters:
  ///   - changes: The changes from what is shown.
  ///   - target: The data they shall lead to.
  ///   - sourceLocation: The line that a failure names.
  public mutating func apply(
    _ changes: Changeset, target: [Row], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for problem in changes.problems(from: rows, to: target) {
      Issue.record("RecordingList: \(problem)", sourceLocation: sourceLocation)
    }
    rows = target
    log.append(changes)
  }
}

extension RecordingList: Sendable where Row: Sendable {}

/// A list in sections without a toolkit; see ``RecordingList``.
///
/// Safe to use from any task, one at a time.
public struct RecordingSections<ID: Hashable, Row: Equatable> {
  /// What it shows.
  public private(set) var sections: [DiffSection<ID, Row>]
  /// What was applied, oldest first.
  public private(set) var log: [SectionedChangeset] = []

  /// Makes a list that shows sections.
  public init(_ sections: [DiffSection<ID, Row>] = []) { self.sections = sections }

  /// Applies changes and shows the target.
  ///
  /// - Parameters:
  ///   - changes: The changes from what is shown.
  ///   - target: The data they shall lead to.
  ///   - sourceLocation: The line that a failure names.
  public mutating func apply(
    _ changes: SectionedChangeset, target: [DiffSection<ID, Row>], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for problem in changes.problems(from: sections, to: target) {
      Issue.record("RecordingSections: \(problem)", sourceLocation: sourceLocation)
    }
    sections = target
    log.append(changes)
  }
}

extension RecordingSections: Sendable where ID: Sendable, Row: Sendable {}
