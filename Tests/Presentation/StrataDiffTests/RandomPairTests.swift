// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataDiff
import StrataTesting
import Testing

/// 100,000 random pairs in the soak, 2,000 else: replay gives the target, an old index is named once, moves are few.
@Suite(.timeLimit(.minutes(soak ? 30 : 1))) struct RandomPairTests {
  private static let seeds = 0..<20
  private var rounds: Int { soak ? 2_500 : 50 }

  private func size(_ random: inout Seeded) -> Int {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: Int.random(in: 0...1_000, using: &random)
    case 1..<6: Int.random(in: 0...100, using: &random)
    default: Int.random(in: 0...15, using: &random)
    }
  }

  private func rows(_ count: Int, of range: Int, _ random: inout Seeded) -> [Row] {
    (0..<count).map { _ in
      Row(id: .random(in: 0..<max(1, range), using: &random), text: .random(in: 0...3, using: &random) / 3)
    }
  }

  /// An edited copy: what real lists do.
  private func edited(_ old: [Row], _ random: inout Seeded) -> [Row] {
    var new = old
    for _ in 0..<Int.random(in: 0...max(1, old.count / 10), using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        new.insert(Row(id: .random(in: 2_000..<4_000, using: &random)), at: .random(in: 0...new.count, using: &random))
      case 1 where !new.isEmpty: new.remove(at: .random(in: 0..<new.count, using: &random))
      case 2 where !new.isEmpty: new[Int.random(in: 0..<new.count, using: &random)].text += 1
      case 3 where !new.isEmpty:
        let row = new.remove(at: .random(in: 0..<new.count, using: &random))
        new.insert(row, at: .random(in: 0...new.count, using: &random))
      default: break
      }
    }
    return new
  }

  private func pair(_ random: inout Seeded) -> ([Row], [Row]) {
    let count = size(&random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return (rows(count, of: count / 2, &random), rows(size(&random), of: count / 2, &random))
    case 1: return (rows(count, of: count * 2, &random), rows(size(&random), of: count * 2, &random))
    case 2:
      let old = (0..<count).map { Row(id: $0) }
      return (old, old.shuffled(using: &random))
    default:
      let old = (0..<count).map { Row(id: $0) }
      return (old, edited(old, &random))
    }
  }

  @Test(arguments: seeds) func flatPairsReplay(seed: Int) {
    var random = Seeded(state: UInt64(seed) &* 7_919 &+ 1)
    for _ in 0..<rounds {
      let (old, new) = pair(&random)
      let changes = Diff.changes(from: old, to: new)
      let problems = changes.problems(from: old, to: new)
      #expect(problems.isEmpty, "\(old.map(\.id)) -> \(new.map(\.id))")
      #expect(changes.hasFewestMoves(old: old.count, new: new.count), "\(old) -> \(new)")
      #expect(changes.isPairedByIdentity(old, new), "\(old) -> \(new)")
      let common = Set(old.map(\.id)).intersection(new.map(\.id)).count
      #expect(old.count - changes.deletes.count >= common, "a common row was deleted: \(old) -> \(new)")
    }
  }

  private func split(_ rows: [Row], _ names: [Int], _ random: inout Seeded) -> [DiffSection<Int, Row>] {
    var cuts = names.dropFirst().map { _ in Int.random(in: 0...rows.count, using: &random) }.sorted()
    cuts.append(rows.count)
    var start = 0
    return zip(names, cuts).map { name, end in
      defer { start = end }
      return DiffSection(id: name, rows: Array(rows[start..<end]))
    }
  }

  @Test(arguments: seeds) func sectionedPairsReplay(seed: Int) {
    var random = Seeded(state: UInt64(seed) &* 104_729 &+ 3)
    for _ in 0..<rounds {
      let (oldRows, newRows) = pair(&random)
      let names = Array(0..<Int.random(in: 1...8, using: &random))
      var newNames = Bool.random(using: &random) ? names.shuffled(using: &random) : names
      if Bool.random(using: &random) { newNames.removeLast() }
      if newNames.isEmpty || Bool.random(using: &random) { newNames.insert(100, at: 0) }
      let (old, new) = (split(oldRows, names, &random), split(newRows, newNames, &random))
      let changes = Diff.changes(from: old, to: new)
      let problems = changes.problems(from: old, to: new)
      #expect(problems.isEmpty, "\(old) -> \(new)")
      for inner in changes.rows { #expect(sectionHasFewestMoves(inner, changes, old, new)) }
    }
  }

  /// Within a section as in a flat list; a row that crosses has to move anyway.
  private func sectionHasFewestMoves(
    _ inner: SectionedChangeset.Inner, _ all: SectionedChangeset, _ old: [DiffSection<Int, Row>],
    _ new: [DiffSection<Int, Row>]
  ) -> Bool {
    var whole = inner.changes
    whole.deletes += all.crossings.filter { $0.old.section == inner.old }.map(\.old.row)
    whole.inserts += all.crossings.filter { $0.new.section == inner.new }.map(\.new.row)
    return whole.hasFewestMoves(old: old[inner.old].rows.count, new: new[inner.new].rows.count)
  }
}
