// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// The rows of a list and how far they reach into the server's: page by page, and by hand.
///
/// Whatever changes it returns what takes that back. Take back in the opposite order.
struct PagerSheet<Item: Identifiable> {
  /// How the rows relate to the server's.
  struct Marks {
    /// How many rows the server has, as it told last and as the edits by hand changed it.
    var total: Int?
    /// How many of the server's rows stand before the next page.
    var position = 0
    /// The page that was read last, counted from 1.
    var number = 0
    /// Where the next page begins, if the server pages by cursor.
    var cursor: String?
    /// Whether no page follows.
    var isComplete = false
    /// Rows that were put in by hand and that no page has brought yet.
    var local: Set<Item.ID> = []
    /// Rows that were deleted by hand: a further page does not bring them back.
    var deleted: Set<Item.ID> = []
  }

  /// What takes a change by hand back.
  struct Undo {
    let change: PagerChange<Item>?
    let marks: Marks
  }

  /// What takes a page back.
  struct Joint {
    let count: Int
    let replaced: [Item]
    let marks: Marks
  }

  private(set) var rows = PagerRows<Item>()
  private(set) var marks = Marks()

  /// The page to be asked for next.
  ///
  /// Deletes lower the position, so that the page that the rows behind them moved to is asked for again (design, 3).
  func next(size: Int) -> PageRequest {
    let number = marks.cursor == nil ? marks.position / size + 1 : marks.number + 1
    return PageRequest(number: number, size: size, cursor: marks.cursor)
  }

  // MARK: - Pages

  /// Joins a page to the rows: order stable, the newest of two rows with one identity wins in the place of the older.
  mutating func join(_ page: Page<Item>, for request: PageRequest) -> Joint {
    let (count, before) = (rows.count, marks)
    var replaced: [Item] = []
    for item in page.items where !marks.deleted.contains(item.id) {
      if let place = rows.place(of: item.id) {
        let old = rows.replace(item, at: place)
        if place < count { replaced.append(old) }
      } else {
        rows.append(item)
      }
      marks.local.remove(item.id)
    }
    marks.number = request.number
    marks.position = request.number * request.size
    marks.cursor = page.cursor
    marks.total = page.total ?? marks.total
    marks.isComplete = ends(page, request)
    return Joint(count: count, replaced: replaced, marks: before)
  }

  /// Leaves a page out, since rows before it went away on the server: the next page begins earlier.
  mutating func stepBack(to position: Int, total: Int?) -> Joint {
    let before = marks
    marks.position = position
    marks.total = total
    return Joint(count: rows.count, replaced: [], marks: before)
  }

  mutating func revert(_ joint: Joint) {
    rows.truncate(to: joint.count)
    for item in joint.replaced {
      if let place = rows.place(of: item.id) { _ = rows.replace(item, at: place) }
    }
    marks = joint.marks
  }

  /// Total or cursor decides; a short page only without both; an empty page unless a cursor goes on (decisions 3, 4).
  private func ends(_ page: Page<Item>, _ request: PageRequest) -> Bool {
    if let isLast = page.isLast { return isLast }
    if page.items.isEmpty { return true }
    // NB: a total below the page's own last row is wrong and decides nothing.
    guard let total = marks.total, total >= request.offset + page.items.count else {
      return page.items.count < request.size
    }
    return marks.position >= total && rows.count >= total
  }

  // MARK: - Edits by hand

  mutating func apply(_ change: PagerChange<Item>) -> Undo {
    let before = marks
    let inverse = perform(change)
    if inverse != nil { note(change, inverse) }
    return Undo(change: inverse, marks: before)
  }

  mutating func revert(_ undo: Undo) {
    if let change = undo.change { _ = perform(change) }
    marks = undo.marks
  }

  /// The total that a page told already counts the edits: it stands as it was told.
  mutating func setTotal(_ total: Int) { marks.total = total }

  mutating func setComplete() { marks.isComplete = true }

  /// Changes the rows alone, and returns the opposite change, or `nil` where nothing changed.
  private mutating func perform(_ change: PagerChange<Item>) -> PagerChange<Item>? {
    switch change {
    case .insert(let item, let index):
      guard rows.place(of: item.id) == nil else { return perform(.update(item)) }
      rows.insert(item, at: min(max(index, 0), rows.count))
      return .delete(item.id)
    case .update(let item):
      return rows.place(of: item.id).map { .update(rows.replace(item, at: $0)) }
    case .move(let id, let index):
      guard let place = rows.place(of: id) else { return nil }
      let target = min(max(index, 0), rows.count - 1)
      guard place != target else { return nil }
      rows.move(from: place, to: target)
      return .move(id, to: place)
    case .delete(let id):
      return rows.place(of: id).map { .insert(rows.remove(at: $0), at: $0) }
    }
  }

  /// Keeps the marks right. The position counts no row that no page has brought: asking too early costs a page that is
  /// known, asking too late would lose rows.
  private mutating func note(_ change: PagerChange<Item>, _ inverse: PagerChange<Item>?) {
    switch (change, inverse) {
    case (.insert(let item, _), .delete):
      marks.local.insert(item.id)
      marks.deleted.remove(item.id)
      marks.total = marks.total.map { $0 + 1 }
    case (.delete(let id), _):
      if marks.local.remove(id) == nil { marks.position = max(0, marks.position - 1) }
      marks.deleted.insert(id)
      marks.total = marks.total.map { max(0, $0 - 1) }
    default: break
    }
  }
}
