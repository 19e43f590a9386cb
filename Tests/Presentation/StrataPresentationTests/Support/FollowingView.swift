// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation

/// A list view that keeps identities, and takes the steps that a pager tells it. It says what it would show wrong.
struct FollowingView {
  private var shown: [Row] = []
  private var revision: Int?

  mutating func follow(_ machine: PagerStateMachine<Int, Row>) -> String? {
    let now = machine.rowsRevision
    return follow(rows: machine.rows, revision: now, changes: revision.flatMap { machine.rowChanges(since: $0) })
  }

  mutating func follow(rows: [Row], revision now: Int, changes: [RowChange<Int>]?) -> String? {
    defer { (shown, revision) = (rows, now) }
    if now == revision { return rows == shown ? nil : "the rows changed, and the revision did not" }
    guard let changes else { return nil }
    var ids = shown.map(\.id)
    var touched: Set<Int> = []
    for change in changes {
      if change.removed.isEmpty, change.inserted == nil { touched.insert(ids[change.removed.lowerBound]) }
      ids.replaceSubrange(change.removed, with: change.inserted.map { [$0] } ?? [])
      touched.formUnion(change.inserted.map { [$0] } ?? [])
    }
    if ids != rows.map(\.id) { return "the steps lead to \(ids)" }
    let stale = rows.filter { row in !touched.contains(row.id) && !shown.contains(row) }
    return stale.isEmpty ? nil : "nobody said that \(stale) changed"
  }
}
