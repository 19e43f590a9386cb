// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataDiff

extension Changeset {
  /// What is wrong with the changes between two lists: nothing, for those of `Diff`.
  ///
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What shall be shown.
  /// - Returns: One sentence per fault.
  public func problems<Row: Equatable>(from old: [Row], to new: [Row]) -> [String] {
    var problems = rangeProblems(old.count, new.count)
    guard problems.isEmpty else { return problems }
    if replayHunks(old, new) != new { problems.append("announcing the hunks and updates does not give the target") }
    if replayRows(old, new) != new { problems.append("applying deletes, moves and inserts does not give the target") }
    return problems
  }

  /// Faults that would crash a view before its data is looked at.
  private func rangeProblems(_ oldCount: Int, _ newCount: Int) -> [String] {
    var problems: [String] = []
    var last = (removed: 0, inserted: 0)
    for hunk in hunks {
      if hunk.removed.lowerBound < last.removed || hunk.inserted.lowerBound < last.inserted {
        problems.append("hunk \(hunk) overlaps the one before")
      }
      last = (hunk.removed.upperBound, hunk.inserted.upperBound)
    }
    if last.removed > oldCount || last.inserted > newCount { problems.append("the hunks go beyond the lists") }
    let sources = deletes + moves.map(\.old) + updates.map(\.old)
    let targets = inserts + moves.map(\.new) + updates.map(\.new)
    if Set(sources).count != sources.count { problems.append("an index of the old list is named twice") }
    if Set(targets).count != targets.count { problems.append("an index of the new list is named twice") }
    if sources.contains(where: { !(0..<oldCount).contains($0) }) { problems.append("no such index in the old list") }
    if targets.contains(where: { !(0..<newCount).contains($0) }) { problems.append("no such index in the new list") }
    return problems
  }

  /// Announces back to front, as a list model does, and then writes the updates.
  private func replayHunks<Row>(_ old: [Row], _ new: [Row]) -> [Row] {
    var rows = old
    for hunk in hunks.reversed() { rows.replaceSubrange(hunk.removed, with: new[hunk.inserted]) }
    for update in updates where rows.indices.contains(update.new) { rows[update.new] = new[update.new] }
    return rows
  }

  /// As a view's batch does: whatever goes, goes first; then all that comes, ascending.
  private func replayRows<Row>(_ old: [Row], _ new: [Row]) -> [Row] {
    var row: [Row?] = old
    for update in updates { row[update.old] = new[update.new] }
    var coming = inserts.map { ($0, new[$0]) }
    for move in moves {
      coming.append((move.new, move.isChanged ? new[move.new] : old[move.old]))
      row[move.old] = nil
    }
    for index in deletes { row[index] = nil }
    return placed(row.compactMap { $0 }, coming)
  }
}

/// Puts rows at their places, ascending, among those that stay.
func placed<Row>(_ staying: [Row], _ coming: [(Int, Row)]) -> [Row] {
  var coming = coming.sorted { $0.0 < $1.0 }[...]
  var rows: [Row] = []
  for row in staying {
    while let (place, new) = coming.first, place == rows.count {
      rows.append(new)
      coming.removeFirst()
    }
    rows.append(row)
  }
  return rows + coming.map(\.1)
}

extension SectionedChangeset {
  /// What is wrong with the changes between two lists in sections: nothing, for those of `Diff`.
  ///
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What shall be shown.
  /// - Returns: One sentence per fault.
  public func problems<ID: Hashable, Row: Equatable>(
    from old: [DiffSection<ID, Row>], to new: [DiffSection<ID, Row>]
  ) -> [String] {
    var problems = sections.problems(from: old.map(\.id), to: new.map(\.id))
    let survivors = sections.survivors(old: old.count, new: new.count)
    let inner = Dictionary(rows.map { ($0.new, $0) }) { first, _ in first }
    if inner.count != rows.count { problems.append("a section is named twice") }
    if Set(crossings.map(\.old)).count != crossings.count { problems.append("a row crosses twice") }
    for (left, right) in survivors {
      let changes = inner[right]?.changes ?? Changeset()
      if let old = inner[right]?.old, old != left { problems.append("section \(right) was \(left), not \(old)") }
      problems += changes.rowProblems(
        old[left].rows, new[right].rows, leaving: crossings.filter { $0.old.section == left },
        coming: crossings.filter { $0.new.section == right },
        rowOf: { old[$0.section].rows[$0.row] }
      ).map { "section \(right): \($0)" }
    }
    let alive = Set(survivors.map(\.new))
    if !Set(inner.keys).isSubset(of: alive) { problems.append("rows of a section that did not stay are named") }
    if !Set(crossings.map(\.new.section)).isSubset(of: alive) { problems.append("a row crosses into a new section") }
    if !Set(crossings.map(\.old.section)).isSubset(of: Set(survivors.map(\.old))) {
      problems.append("a row crosses out of a section that is gone")
    }
    return problems
  }
}

extension Changeset {
  /// A section's faults: its crossings are deletes where they leave and inserts where they arrive.
  fileprivate func rowProblems<Row: Equatable>(
    _ old: [Row], _ new: [Row], leaving: [SectionedChangeset.Crossing], coming: [SectionedChangeset.Crossing],
    rowOf: (RowPlace) -> Row
  ) -> [String] {
    var whole = self
    whole.deletes += leaving.map(\.old.row)
    whole.inserts += coming.map(\.new.row)
    var problems = whole.problems(from: old, to: new)
    for crossing in coming where !crossing.isChanged && rowOf(crossing.old) != new[crossing.new.row] {
      problems.append("row \(crossing.new.row) came unchanged, and is another")
    }
    return problems
  }
}
