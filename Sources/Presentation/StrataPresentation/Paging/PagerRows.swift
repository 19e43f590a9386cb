// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rows in order, each identity once, found by identity without walking through them.
///
/// Every identity has a hint: the place it had when it was last written down. A row that is put in, taken out or moved
/// shifts any other by one at most, so a row is never farther from its hint than there were such edits (`drift`).
package struct PagerRows<Item: Identifiable> {
  package private(set) var items: [Item] = []
  private var hints: [Item.ID: Int] = [:]
  private var drift = 0
  /// How many changes there were, and the last of them.
  package private(set) var revision = 0
  private var recent: [RowChange<Item.ID>] = []

  /// Beyond this it is cheaper to write the hints anew.
  private static var driftLimit: Int { 2_000 }

  /// So many changes are remembered at least, and twice as many at most.
  private static var memory: Int { 256 }

  package init() {}

  package var count: Int { items.count }

  /// Where the row is.
  ///
  /// - Complexity: One look-up, and at most a few thousand comparisons after as many edits.
  package func place(of id: Item.ID) -> Int? {
    guard let hint = hints[id] else { return nil }
    for distance in 0...drift {
      let (below, above) = (hint - distance, hint + distance)
      if items.indices.contains(below), items[below].id == id { return below }
      if items.indices.contains(above), items[above].id == id { return above }
    }
    return nil
  }

  /// Puts a row behind all others. Its identity must be new.
  package mutating func append(_ item: Item) {
    note(items.count..<items.count, item.id)
    hints[item.id] = items.count
    items.append(item)
  }

  /// Puts a row in. Its identity must be new, and the place inside or at the end.
  package mutating func insert(_ item: Item, at place: Int) {
    guard place < items.count else { return append(item) }
    note(place..<place, item.id)
    hints[item.id] = place
    items.insert(item, at: place)
    shifted()
  }

  /// Puts another content in a row's place. Its identity must be the same.
  package mutating func replace(_ item: Item, at place: Int) -> Item {
    note(place..<place, nil)
    defer { items[place] = item }
    return items[place]
  }

  /// Takes a row out.
  package mutating func remove(at place: Int) -> Item {
    note(place..<place + 1, nil)
    let item = items.remove(at: place)
    hints[item.id] = nil
    if place < items.count { shifted() }
    return item
  }

  /// Takes a row out and puts it in at another place, counted without it.
  package mutating func move(from place: Int, to target: Int) {
    note(place..<place + 1, nil)
    note(target..<target, items[place].id)
    let item = items.remove(at: place)
    items.insert(item, at: target)
    hints[item.id] = target
    shifted()
  }

  /// Takes out what stands behind the first rows.
  package mutating func truncate(to count: Int) {
    guard items.count > count else { return }
    note(count..<items.count, nil)
    while items.count > count { hints[items.removeLast().id] = nil }
  }

  /// The changes since a revision, one after the other, or `nil` if they are forgotten.
  package func changes(since old: Int) -> [RowChange<Item.ID>]? {
    (0...recent.count).contains(revision - old) ? recent.suffix(revision - old) : nil
  }

  private mutating func note(_ removed: Range<Int>, _ inserted: Item.ID?) {
    revision &+= 1
    if recent.count == 2 * Self.memory { recent.removeFirst(Self.memory) }
    recent.append(RowChange(removed: removed, inserted: inserted))
  }

  private mutating func shifted() {
    drift += 1
    guard drift > Self.driftLimit else { return }
    drift = 0
    for (place, item) in items.enumerated() { hints[item.id] = place }
  }
}
