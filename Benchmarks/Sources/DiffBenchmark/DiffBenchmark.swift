// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import Foundation
import StrataDiff

/// StrataDiff against its limit in the same run: hash n keys into a dictionary, and compare n elements.
/// Identical and appended lists are measured against the comparison alone.
/// Arguments are the lengths to measure.
@main struct DiffBenchmark {
  static func main() {
    print("| list | work | limit | Strata | ratio | target |\n|---|---|---|---|---|---|")
    let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    for count in counts.isEmpty ? [1_000, 10_000, 100_000, 1_000_000] : counts {
      let bench = FlatBench(count)
      bench.edits()
      bench.shuffle()
      bench.append()
      bench.identical()
      bench.sectioned()
    }
  }
}

struct Row: Hashable, Identifiable {
  var id: Int
  var text = "a title"
  var count = 0
}

struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

struct FlatBench {
  let count: Int
  let old: [Row]
  let rounds: Int
  let repeats: Int

  init(_ count: Int) {
    self.count = count
    old = (0..<count).map { Row(id: $0 &* 0x9E37_79B9) }
    rounds = count >= 1_000_000 ? 5 : 9
    repeats = max(1, 100_000 / count)
  }

  /// Another array with the same rows.
  private func copy(_ rows: [Row]) -> [Row] { rows.map { Row(id: $0.id, text: $0.text, count: $0.count) } }

  /// 1 %: a quarter each of content, deletions, insertions and moves.
  private func edited(_ rows: [Row]) -> [Row] {
    var random = Seeded(state: 11)
    var doomed = Set<Int>()
    var new = copy(rows)
    for number in 0..<max(4, count / 100) {
      let place = Int.random(in: 0..<count, using: &random)
      if number % 4 == 0 { new[place].count += 1 } else { doomed.insert(place) }
    }
    let taken = doomed.sorted()
    let moved = taken.enumerated().filter { $0.offset % 3 == 0 }.map { new[$0.element] }
    let fresh = taken.enumerated().filter { $0.offset % 3 == 1 }.map { Row(id: -$0.offset - 1) }
    let coming = (moved + fresh).map { (Int.random(in: 0..<count, using: &random), $0) }.sorted { $0.0 < $1.0 }
    var rest = coming[...]
    var result: [Row] = []
    for (index, row) in new.enumerated() {
      while let (place, row) = rest.first, place <= index {
        result.append(row)
        rest.removeFirst()
      }
      if !doomed.contains(index) { result.append(row) }
    }
    return result
  }

  private func time(_ body: () -> Void) -> Double {
    Meter.nanoseconds(per: repeats, rounds: rounds) { for _ in 0..<repeats { body() } }
  }

  private func hashing(_ other: [Row]) -> Double {
    time {
      var places: [Int: Int] = [:]
      places.reserveCapacity(count)
      for index in old.indices { places[old[index].id] = index }
      demand(places.count == count)
    } + comparing(other)
  }

  private func comparing(_ other: [Row]) -> Double {
    let same = copy(old)
    return time { demand(old == same) }
  }

  private func report(_ work: String, _ limit: Double, _ ours: Double, _ target: Double) {
    let cells = [
      "\(count)", work, String(format: "%.3f ms", limit / 1e6), String(format: "%.3f ms", ours / 1e6),
      String(format: "%.2f", ours / limit), String(format: "%.1f", target),
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }

  func edits() {
    let new = edited(old)
    let ours = time { demand(!Diff.changes(from: old, to: new).isEmpty) }
    report("1 % edits", hashing(new), ours, 2)
  }

  func shuffle() {
    var random = Seeded(state: 5)
    let new = copy(old.shuffled(using: &random))
    let ours = time { demand(!Diff.changes(from: old, to: new).isEmpty) }
    report("shuffle", hashing(new), ours, 3)
  }

  func append() {
    let new = copy(old) + (0..<20).map { Row(id: -$0 - 1) }
    let ours = time { demand(Diff.changes(from: old, to: new).inserts.count == 20) }
    report("append 20", comparing(new), ours, 1.5)
  }

  func identical() {
    let new = copy(old)
    let ours = time { demand(Diff.changes(from: old, to: new).isEmpty) }
    report("identical", comparing(new), ours, 1.5)
  }

  /// 100 sections, 1 % edits that also cross sections.
  func sectioned() {
    let new = edited(old)
    func split(_ rows: [Row]) -> [DiffSection<Int, Row>] {
      (0..<100).map { section in
        DiffSection(id: section, rows: Array(rows[section * rows.count / 100..<(section + 1) * rows.count / 100]))
      }
    }
    let (left, right) = (split(old), split(new))
    let ours = time { demand(!Diff.changes(from: left, to: right).isEmpty) }
    report("1 % edits, 100 sections", hashing(new), ours, 2.2)
  }
}
