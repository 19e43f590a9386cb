// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataDiff
import StrataTesting
import Testing

/// Rows that stand nowhere near their old place: found by hash, in buckets. Lists long enough for several of these.
@Suite(.timeLimit(.minutes(1))) struct LooseRowTests {
  private func rows(_ ids: some Sequence<Int>) -> [Row] { ids.map { Row(id: $0) } }

  private func changes(_ old: [Row], _ new: [Row], _ hashing: Hashing = .good) -> Changeset {
    let changes = Diff.changes(from: old, to: new) { Key(id: $0.id, hashing: hashing) }
    #expect(changes.problems(from: old, to: new) == [])
    #expect(changes.isPairedByIdentity(old, new))
    #expect(changes.hasFewestMoves(old: old.count, new: new.count))
    return changes
  }

  /// A list and another in any order: a tenth went, a tenth came, a tenth of the rest shows other content.
  private func shuffledPair(_ count: Int, seed: UInt64, twice: Int = 0) -> (old: [Row], new: [Row]) {
    var random = Seeded(state: seed)
    var old = rows(0..<count)
    var new = rows(count / 10..<count + count / 10)
    for index in new.indices where index % 10 == 3 { new[index].text = 1 }
    for _ in 0..<twice {
      old.append(old[Int.random(in: 0..<count, using: &random)])
      new.append(new[Int.random(in: 0..<count, using: &random)])
    }
    return (old.shuffled(using: &random), new.shuffled(using: &random))
  }

  @Test(arguments: [900, 1_024, 2_047, 2_048, 5_000, 20_000]) func everyRowOfAShuffleIsFound(count: Int) {
    let (old, new) = shuffledPair(count, seed: 7)
    let changes = changes(old, new)
    #expect(changes.deletes.count == count / 10)
    #expect(changes.inserts.count == count / 10)
    #expect(changes.duplicates.isEmpty)
    let changed = changes.updates.count + changes.moves.count(where: \.isChanged)
    #expect(changed == new.count { $0.text == 1 && $0.id < count })
  }

  @Test(arguments: 0..<10) func lastPlaceOfEachDuplicateWins(seed: UInt64) {
    let (old, new) = shuffledPair(4_000, seed: seed, twice: 400)
    let changes = changes(old, new)
    let places = Dictionary(new.indices.map { (new[$0].id, $0) }) { $1 }
    let repeated = new.indices.filter { places[new[$0].id] != $0 }
    // The walk may pair some rows before it gives up; it gives up at once in lists like these.
    #expect(Set(changes.duplicates).isSubset(of: repeated))
    #expect(changes.duplicates.count > repeated.count * 9 / 10)
    #expect(changes.duplicates == changes.duplicates.sorted())
    let known = Set(old.map(\.id)).intersection(new.map(\.id))
    #expect(changes.deletes.count == old.count - known.count)
    #expect(changes.inserts.count == new.count - known.count)
  }

  @Test func oneIdAllOverIsPairedOnce() {
    let old = rows(repeatElement(1, count: 3_000)) + rows([2])
    let new = rows([3]) + rows(repeatElement(1, count: 2_500)) + rows([4])
    #expect(changes(old, new).survivors(old: old.count, new: new.count).count >= 1)
  }

  // Two ids of one hash are told apart, wherever they meet.
  @Test(arguments: Hashing.allCases, [0, 50]) func whatIsFoundDoesNotDependOnHashes(hashing: Hashing, twice: Int) {
    let (old, new) = shuffledPair(2_000, seed: 21, twice: twice)
    #expect(changes(old, new, hashing) == changes(old, new))
  }

  @Test func idsThatShareAHashAcrossListsAreNoPair() {
    var random = Seeded(state: 3)
    let old = rows(stride(from: 0, to: 6_000, by: 2)).shuffled(using: &random)
    let new = rows(stride(from: 1, to: 6_000, by: 2)).shuffled(using: &random)
    let changes = changes(old, new, .pairs)
    #expect(changes.moves.isEmpty && changes.updates.isEmpty)
    #expect((changes.deletes.count, changes.inserts.count) == (3_000, 3_000))
  }

  @Test func idsThatShareAHashInOneListAreNoDuplicates() {
    var random = Seeded(state: 5)
    let (few, many) = (rows(10_000..<13_000), rows(0..<3_000).shuffled(using: &random))
    #expect(changes(few, many, .pairs).duplicates.isEmpty)
    #expect(changes(many, few, .pairs).deletes.count == 3_000)
  }

  @Test(arguments: Hashing.allCases) func rowsCrossSectionsWhateverTheirHashes(hashing: Hashing) {
    let (old, new) = shuffledPair(2_000, seed: 9, twice: 20)
    func split(_ rows: [Row]) -> [DiffSection<Int, Row>] {
      (0..<5).map { DiffSection(id: $0, rows: Array(rows[$0 * rows.count / 5..<($0 + 1) * rows.count / 5])) }
    }
    let (left, right) = (split(old), split(new))
    let changes = Diff.changes(from: left, to: right) { Key(id: $0.id, hashing: hashing) }
    #expect(changes.problems(from: left, to: right) == [])
    #expect(changes == Diff.changes(from: left, to: right))
    for crossing in changes.crossings {
      let (before, after) = (left[crossing.old.section].rows, right[crossing.new.section].rows)
      #expect(before[crossing.old.row].id == after[crossing.new.row].id)
      #expect(crossing.isChanged == (before[crossing.old.row] != after[crossing.new.row]))
    }
    let places = changes.crossings.map { [$0.new.section, $0.new.row] }
    #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(places.count > 1_000)
  }

  // The longest rise is kept in blocks of 32, and these in blocks again.
  @Test(arguments: [31, 32, 33, 63, 64, 65, 1_023, 1_024, 1_025, 1_055, 1_056, 1_057, 5_000])
  func longestRiseStaysAtEveryLength(count: Int) {
    var random = Seeded(state: UInt64(count))
    for moved in [1, 5, count / 3] {
      let old = rows(0..<count)
      var new = old
      for _ in 0..<moved {
        let row = new.remove(at: .random(in: 0..<count, using: &random))
        new.insert(row, at: .random(in: 0..<count, using: &random))
      }
      #expect(changes(old, new).inserts.isEmpty)
    }
  }

  @Test func reversedListKeepsOneRow() {
    let old = rows(0..<3_000)
    #expect(changes(old, old.reversed()).moves.count == 2_999)
  }
}
