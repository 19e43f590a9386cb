// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// A server whose rows change between pages. Its rows are sorted by their identities; new ones come on top.
struct ShiftingServer {
  /// What it does to those who read it.
  enum Kind: CaseIterable {
    /// Nothing.
    case steady
    /// Others put rows on top, with and without a total.
    case insertsOnTop, insertsOnTopWithoutTotal
    /// Others delete rows anywhere; the total says so.
    case deletes
    /// Both.
    case insertsAndDeletes
    /// The reader deletes rows, with and without a total.
    case deletesByHand
    /// The total is too high, another one each time, or below the rows that the page itself gives.
    case totalTooHigh, totalJumps, totalTooLow
    /// A page comes again in the place of the one that was asked for.
    case repeatingPages
    /// Some rows are hidden after the pages were cut, so that pages are short.
    case shortPages
    /// A cursor, over rows that come and go; one that sometimes stays where it was; one whose pages may be empty.
    case cursor, repeatingCursor, emptyPagesWithCursor
  }

  let kind: Kind
  var repeatsForEver = false
  private(set) var thereAllAlong: [Int]
  private(set) var deletedByHand: Set<Int> = []
  private var rows: [Int]
  private let hidden: Set<Int>
  private let size: Int
  private var top = 100
  private var repeats = 0
  private var newest: Page<Row>?
  private var random: Random
  private let tellsTotal: Bool

  init(kind: Kind, count: Int, size: Int, random: Random) {
    self.kind = kind
    self.size = size
    self.random = random
    let gap = size + 2
    let hides = kind == .shortPages
    rows = Array(100..<100 + count)
    hidden = hides ? Set(rows.filter { $0 % gap == 0 }) : []
    thereAllAlong = rows.filter { [hidden] in !hidden.contains($0) }
    tellsTotal = kind != .insertsOnTopWithoutTotal && (kind != .deletesByHand || count.isMultiple(of: 2))
  }

  mutating func page(_ request: PageRequest) -> Page<Row> {
    if let page = again() { return page }
    let page = kind.hasCursor ? cursorPage(request) : numberedPage(request)
    newest = page
    return page
  }

  /// What others do between two pages.
  mutating func change() {
    let inserts = [.insertsOnTop, .insertsOnTopWithoutTotal, .insertsAndDeletes, .cursor].contains(kind)
    let deletes = [.deletes, .insertsAndDeletes, .cursor].contains(kind)
    if inserts, random.below(3) == 0 {
      for _ in 0...random.below(size - 1) {
        top -= 1
        rows.insert(top, at: 0)
      }
    }
    if deletes, !rows.isEmpty, random.below(3) == 0 { remove(rows[random.below(rows.count)]) }
  }

  /// What the reader deletes.
  mutating func delete(_ id: Int) {
    remove(id)
    deletedByHand.insert(id)
  }

  private mutating func remove(_ id: Int) {
    rows.removeAll { $0 == id }
    thereAllAlong.removeAll { $0 == id }
  }

  /// The newest page once more: once, or for ever.
  private mutating func again() -> Page<Row>? {
    guard kind == .repeatingPages, let newest else { return nil }
    guard repeatsForEver || (repeats < 1 && random.below(3) == 0) else {
      repeats = 0
      return nil
    }
    repeats += 1
    return newest
  }

  private mutating func numberedPage(_ request: PageRequest) -> Page<Row> {
    let cut = rows.dropFirst(request.offset).prefix(request.size).filter { !hidden.contains($0) }
    return Page(cut.map { Row(id: $0) }, total: total(cut.count))
  }

  private mutating func total(_ count: Int) -> Int? {
    switch kind {
    case .totalTooHigh: rows.count + 7
    case .totalJumps: rows.count + random.below(9)
    case .totalTooLow: max(0, count - 1)
    default: tellsTotal ? rows.count : nil
    }
  }

  private mutating func cursorPage(_ request: PageRequest) -> Page<Row> {
    let after = request.cursor.flatMap { Int($0) } ?? Int.min
    let rest = rows.filter { $0 > after }
    if kind == .emptyPagesWithCursor, random.below(4) == 0, repeats < 2 {
      repeats += 1
      return Page([], next: "\(after)")
    }
    let isStuck = kind == .repeatingCursor && request.cursor != nil && repeats < 2 && random.below(3) == 0
    repeats = isStuck ? repeats + 1 : 0
    let cut = Array(rest.prefix(request.size))
    let next = rest.count > cut.count ? cut.last.map { "\($0)" } : nil
    return Page(cut.map { Row(id: $0) }, next: isStuck ? request.cursor : next, total: rows.count)
  }
}

extension ShiftingServer.Kind {
  fileprivate var hasCursor: Bool { [.cursor, .repeatingCursor, .emptyPagesWithCursor].contains(self) }
}
