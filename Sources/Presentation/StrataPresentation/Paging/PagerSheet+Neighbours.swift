// Part of Strata.
// SPDX-License-Identifier: MIT

// A place by hand is a place between two rows: where other rows come and go around it, its number means another one.

extension PagerSheet {
  /// The rows around a row. Who stands first has nobody before it, and stays first.
  struct Neighbours {
    let before: Item.ID?
    let after: Item.ID?
  }

  func neighbours(of id: Item.ID) -> Neighbours? {
    rows.place(of: id).map { place in
      Neighbours(
        before: place > 0 ? rows.items[place - 1].id : nil,
        after: place + 1 < rows.count ? rows.items[place + 1].id : nil)
    }
  }

  /// The same change with the number that the place between the neighbours has now.
  func change(_ change: PagerChange<Item>, nextTo neighbours: Neighbours) -> PagerChange<Item> {
    guard let before = neighbours.before else { return change }
    let place = rows.place(of: before).map { $0 + 1 } ?? neighbours.after.flatMap(rows.place)
    guard let place else { return change }
    switch change {
    case .insert(let item, _): return .insert(item, at: place)
    case .move(let id, _):
      let own = rows.place(of: id) ?? rows.count
      return .move(id, to: own < place ? place - 1 : place)
    case .update, .delete: return change
    }
  }
}
