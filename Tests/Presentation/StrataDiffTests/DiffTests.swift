// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataDiff
import StrataTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DiffTests {
  @Test func oneMovedRowIsOneRemovalAndOneInsertion() {
    let changes = Diff.changes(from: [1, 2, 3, 4].map { Row(id: $0) }, to: [4, 1, 2, 3].map { Row(id: $0) })
    #expect(changes.hunks == [.init(removed: 0..<0, inserted: 0..<1), .init(removed: 3..<4, inserted: 4..<4)])
    #expect(changes.updates.isEmpty)
    #expect(changes.moves == [.init(old: 3, new: 0)])
    #expect(changes.deletes.isEmpty && changes.inserts.isEmpty)
  }

  @Test func rowThatStayedWithOtherContentIsAnUpdate() {
    let changes = Diff.changes(from: [Row(id: 1), Row(id: 2)], to: [Row(id: 0), Row(id: 1), Row(id: 2, text: 1)])
    #expect(changes.hunks == [.init(removed: 0..<0, inserted: 0..<1)])
    #expect(changes.updates == [.init(old: 1, new: 2)])
  }

  @Test func equalListsGiveNothing() {
    #expect(Diff.changes(from: [Row(id: 1)], to: [Row(id: 1)]).isEmpty)
  }

  // getditto/docs #111: [1,2,3] -> [1,3,2] as two moves.
  @Test func neighboursThatChangePlacesAreOneMove() {
    #expect(Diff.changes(from: [1, 2, 3].map { Row(id: $0) }, to: [1, 3, 2].map { Row(id: $0) }).moves.count == 1)
  }

  @Test func movedRowWithOtherContentIsNamedOnce() {
    let old = [Row(id: 1), Row(id: 2), Row(id: 3)]
    let new = [Row(id: 3, text: 1), Row(id: 1), Row(id: 2)]
    let changes = Diff.changes(from: old, to: new)
    #expect(changes.moves == [.init(old: 2, new: 0, isChanged: true)])
    #expect(changes.updates.isEmpty)
    #expect(changes.problems(from: old, to: new) == [])
  }

  // ASCollectionView #80: an item at its old and new place for a moment.
  @Test func lastPlaceOfADuplicateWinsAndTheOtherIsReported() {
    let old = [1, 2, 3, 4].map { Row(id: $0) }
    let new = [9, 1, 8, 7, 1, 2].map { Row(id: $0) }
    let changes = Diff.changes(from: old, to: new)
    #expect(changes.problems(from: old, to: new) == [])
    let twice = [5, 6, 5, 8].map { Row(id: $0) }
    let reported = Diff.changes(from: [Row(id: 7), Row(id: 1)], to: twice)
    #expect(reported.problems(from: [Row(id: 7), Row(id: 1)], to: twice) == [])
    #expect(reported.duplicates == [0])
  }

  @Test func sameArrayIsNotLookedAt() {
    let rows = (0..<1_000).map { Row(id: $0) }
    var looks = 0
    #expect(
      Diff.changes(from: rows, to: rows) { row in
        looks += 1
        return row.id
      }.isEmpty)
    #expect(looks == 0)
  }

  @Test(arguments: [0, 1, 20]) func appendedRowsAreOneHunk(count: Int) {
    let old = (0..<100).map { Row(id: $0) }
    let changes = Diff.changes(from: old, to: old + (100..<100 + count).map { Row(id: $0) })
    #expect(changes.hunks == (count == 0 ? [] : [.init(removed: 100..<100, inserted: 100..<100 + count)]))
    #expect(changes.inserts == Array(100..<100 + count))
  }

  @Test func emptyListsAreFine() {
    let rows = (0..<3).map { Row(id: $0) }
    #expect(Diff.changes(from: [Row](), to: []).isEmpty)
    #expect(Diff.changes(from: [], to: rows).inserts == [0, 1, 2])
    #expect(Diff.changes(from: rows, to: []).deletes == [0, 1, 2])
  }

  // Rows whose equality ignores their identity are still other rows.
  @Test func equalContentOfAnotherRowIsNoSameRow() {
    struct Loose: Equatable {
      var id: Int
      static func == (left: Self, right: Self) -> Bool { true }
    }
    let changes = Diff.changes(from: [Loose(id: 1)], to: [Loose(id: 2)]) { $0.id }
    #expect((changes.deletes, changes.inserts) == ([0], [0]))
  }

  @Test func textIdentitiesAreComparedNotTrusted() {
    struct Text: Identifiable, Equatable { var id: String }
    let old = (0..<500).map { Text(id: "row \($0)") }
    var random = Seeded(state: 4)
    let new = old.shuffled(using: &random)
    let changes = Diff.changes(from: old, to: new)
    #expect(changes.problems(from: old, to: new) == [])
    #expect(changes.inserts.isEmpty && changes.deletes.isEmpty)
  }

  @Test func recordingListFailsOnInconsistentChanges() {
    let old = [1, 2, 3].map { Row(id: $0) }
    let new = [1, 3].map { Row(id: $0) }
    var changes = Diff.changes(from: old, to: new)
    #expect(changes.problems(from: old, to: new) == [])
    changes.deletes = [1, 1]
    #expect(changes.problems(from: old, to: new) == ["an index of the old list is named twice"])
    changes.deletes = [0]
    #expect(changes.problems(from: old, to: new) == ["applying deletes, moves and inserts does not give the target"])
    changes = Changeset()
    #expect(changes.problems(from: old, to: new).count == 2)
    withKnownIssue {
      var list = RecordingList(old)
      list.apply(changes, target: new)
    }
    changes.inserts = [9]
    #expect(changes.problems(from: old, to: new) == ["no such index in the new list"])
  }
}
