// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataDiff
import Testing

private struct Row: Hashable, Identifiable {
  var id: Int
  var text = 0
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

@Suite(.timeLimit(.minutes(1))) struct DiffTests {
  /// Announces back to front, as an adapter does, and then writes the updates.
  private func replay(_ changes: Changeset, _ old: [Row], _ new: [Row]) -> [Row] {
    var rows = old
    for hunk in changes.hunks.reversed() { rows.replaceSubrange(hunk.removed, with: new[hunk.inserted]) }
    for update in changes.updates { rows[update.new] = new[update.new] }
    return rows
  }

  @Test func replayGivesTheTargetForRandomPairsWithDuplicates() {
    var random = Seeded(state: 7)
    for _ in 0..<2_000 {
      let range = 0..<Int.random(in: 1...30, using: &random)
      let make = {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
          Row(id: .random(in: range, using: &random), text: .random(in: 0...1, using: &random))
        }
      }
      let (old, new) = (make(), make())
      let changes = Diff.changes(from: old, to: new)
      #expect(replay(changes, old, new) == new, "\(old) -> \(new)")
      for (left, right) in zip(changes.hunks, changes.hunks.dropFirst()) {
        #expect(left.removed.upperBound <= right.removed.lowerBound)
        #expect(left.inserted.upperBound <= right.inserted.lowerBound)
      }
    }
  }

  @Test func oneMovedRowIsOneRemovalAndOneInsertion() {
    let changes = Diff.changes(from: [1, 2, 3, 4].map { Row(id: $0) }, to: [4, 1, 2, 3].map { Row(id: $0) })
    #expect(changes.hunks == [.init(removed: 0..<0, inserted: 0..<1), .init(removed: 3..<4, inserted: 4..<4)])
    #expect(changes.updates.isEmpty)
  }

  @Test func rowThatStayedWithOtherContentIsAnUpdate() {
    let changes = Diff.changes(from: [Row(id: 1), Row(id: 2)], to: [Row(id: 0), Row(id: 1), Row(id: 2, text: 1)])
    #expect(changes.hunks == [.init(removed: 0..<0, inserted: 0..<1)])
    #expect(changes.updates == [.init(old: 1, new: 2)])
  }

  @Test func equalListsGiveNothing() {
    #expect(Diff.changes(from: [Row(id: 1)], to: [Row(id: 1)]).isEmpty)
  }
}
