// Part of Strata.
// SPDX-License-Identifier: MIT

/// What somebody does to the rows by hand.
package enum PagerChange<Item: Identifiable> {
  /// A new row; one with its identity is updated in its place.
  case insert(Item, at: Int)
  /// Another content; nothing where the row is not there.
  case update(Item)
  /// Another place, counted without the row.
  case move(Item.ID, to: Int)
  /// Gone, here and soon on the server.
  case delete(Item.ID)

  /// Whether it speaks of a row wherever it stands, and not of this list.
  var isAboutRow: Bool {
    switch self {
    case .update, .delete: true
    case .insert, .move: false
    }
  }

  /// The row that it gives a place.
  var placed: Item.ID? {
    switch self {
    case .insert(let item, _): item.id
    case .move(let id, _): id
    case .update, .delete: nil
    }
  }
}
