// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataContract

// Edits by hand are in the log as long as an answer may arrive that does not know of them, or as long as they may be
// taken back. What arrives goes beneath them: the log is undone, the page joined, the log done again.

extension PagerStateMachine {
  /// A change by hand, in the order of the log.
  struct Edit {
    let change: PagerChange<Item>
    /// The rows that stood around the row when it was put there.
    let neighbours: PagerSheet<Item>.Neighbours?
    var undo: PagerSheet<Item>.Undo
    /// What it may be taken back by, until it is committed.
    var ticket: Int?
    /// The newest load whose answer may not know of it.
    var until: Int
  }

  /// Changes the rows, now and in whatever answer is under way.
  package mutating func apply(_ change: PagerChange<Item>, ticket: Int? = nil) {
    let undo = sheet.apply(change)
    guard ticket != nil || flight != nil || !log.isEmpty else { return }
    let neighbours = change.placed.flatMap(sheet.neighbours)
    log.append(Edit(change: change, neighbours: neighbours, undo: undo, ticket: ticket, until: loads))
  }

  /// The server took the changes of a ticket.
  package mutating func commit(_ ticket: Int) {
    for index in log.indices where log[index].ticket == ticket {
      log[index].ticket = nil
      log[index].until = loads
    }
    settleLog()
  }

  /// The server refused the changes of a ticket: the rows are as if they had never been made.
  package mutating func rollBack(_ ticket: Int, _ failure: Failure) {
    if failure.kind != .cancelled { notice = failure }
    guard let first = log.firstIndex(where: { $0.ticket == ticket }) else { return }
    let undone = log[first...]
    for edit in undone.reversed() { sheet.revert(edit.undo) }
    log.removeSubrange(first...)
    for edit in undone where edit.ticket != ticket { log.append(redone(edit)) }
    settleLog()
  }

  /// By how much the log changes the total.
  var logDelta: Int {
    guard let first = log.first?.undo.marks.total, let total = sheet.marks.total else { return 0 }
    return total - first
  }

  /// How many of the server's rows the log deletes.
  var logDeletes: Int { log.first.map { $0.undo.marks.position - sheet.marks.position } ?? 0 }

  mutating func undoLog() { for edit in log.reversed() { sheet.revert(edit.undo) } }

  mutating func redoLog() {
    for index in log.indices { log[index] = redone(log[index]) }
  }

  /// Does an edit again, on other rows: next to the rows that it was done next to, if one of them is still there.
  private mutating func redone(_ edit: Edit) -> Edit {
    var edit = edit
    edit.undo = sheet.apply(edit.neighbours.map { sheet.change(edit.change, nextTo: $0) } ?? edit.change)
    return edit
  }

  /// Forgets what an answer that was asked for by load `number` knows, and for another list what was about the list.
  mutating func keepLog(since number: Int, sameList: Bool) {
    log.removeAll { edit in
      (edit.ticket == nil && edit.until < number) || (!sameList && !edit.change.isAboutRow)
    }
  }

  /// Forgets the log when nothing is under way.
  mutating func settleLog() {
    if flight == nil, !log.contains(where: { $0.ticket != nil }) { log = [] }
  }
}
