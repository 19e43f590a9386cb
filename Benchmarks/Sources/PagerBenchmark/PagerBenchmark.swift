// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import StrataContract
import StrataPresentation

/// A pager of 100,000 rows against a bare array: what one frame must do when a page joins or a row comes or goes.
///
/// Ours includes the steps that a list view takes after it; the array's turn has neither identities nor steps.
@main struct PagerBenchmark {
  static func main() async {
    print(Contest.head)
    let screen = await Screen(rows: 100_000)
    await screen.run()
  }
}

struct Row: Identifiable, Equatable, Sendable {
  let id: String
  var title: String
  var detail: String
  var count: Int

  init(_ number: Int) {
    id = "book-\(number)"
    title = "The title of book \(number)"
    detail = "Somebody, \(1900 + number % 100)"
    count = number % 7
  }
}

@MainActor final class Screen {
  private let pager: Pager<Everything, Row>
  private let source: Source
  private var shown: [String] = []
  private var revision: Int?
  private var plain: [Row] = []
  private var fresh = 10_000_000

  @MainActor final class Source {
    var next = 0
    var first: Int
    init(first: Int) { self.first = first }

    func page(_ request: PageRequest) -> Page<Row> {
      let count = next == 0 ? first : request.size
      defer { next += count }
      return Page((next..<next + count).map(Row.init), total: 10_000_000)
    }
  }

  init(rows: Int) async {
    let source = Source(first: rows)
    self.source = source
    pager = Pager { source.page($0) }
    await pager.refresh()
    shown = pager.rows.map(\.id)
    revision = pager.rowsRevision
    plain = pager.rows
    demand(shown.count == rows)
  }

  func run() async {
    print(
      await Contest("append a page of 20", count: 1) { _ in
        change { $0 += (0..<20).map { _ in new() } }
      } ours: { _ in
        pager.loadMore()
        await pager.settled()
        apply(20)
      }.line)
    print(
      await Contest("insert on top", count: 1) { _ in
        change { $0.insert(new(), at: 0) }
      } ours: { _ in
        pager.insert(new())
        apply(1)
      }.line)
    print(
      await Contest("delete in the middle", count: 1) { _ in
        change { $0.remove(at: $0.count / 2) }
      } ours: { _ in
        pager.delete(shown[shown.count / 2])
        apply(1)
      }.line)
    print(
      await Contest("update in the middle", count: 1) { _ in
        change { $0[$0.count / 2].count += 1 }
      } ours: { _ in
        pager.update(shown[shown.count / 2]) { $0.count += 1 }
        apply(1)
      }.line)
    print(
      await Contest("find by id, of 1,000", count: 1_000, rounds: 3) { round in
        for step in 0..<1_000 { demand(plain.indices.contains(step + round)) }
      } ours: { round in
        for step in 0..<1_000 { demand(pager.index(of: shown[step * 100 + round]) == step * 100 + round) }
      }.line)
  }

  private func new() -> Row {
    fresh += 1
    return Row(fresh)
  }

  private func change(_ body: (inout [Row]) -> Void) {
    body(&plain)
    demand(!plain.isEmpty)
  }

  /// What a list view does with the change.
  private func apply(_ steps: Int) {
    let changes = revision.flatMap { pager.rowChanges(since: $0) } ?? []
    demand(changes.count == steps)
    for change in changes {
      shown.replaceSubrange(change.removed, with: change.inserted.map { [$0] } ?? [])
    }
    revision = pager.rowsRevision
    demand(shown.count == pager.rows.count)
  }
}
