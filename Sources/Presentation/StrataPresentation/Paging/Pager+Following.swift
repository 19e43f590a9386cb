// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

extension Pager {
  /// Keeps the rows right while the things behind them change elsewhere: on another screen, in a store.
  ///
  /// By identity: what changed is updated in its place, what was there and is gone is deleted, what is new is left to
  /// the next refresh, since only the server knows its place. Flows on during a refresh.
  ///
  /// ```swift
  /// books.follow(shelf.books.updates())
  /// ```
  ///
  /// Ends with the pager. An error of the source becomes the ``notice``; following goes on with the next change.
  public func follow(_ updates: Updates<[Item]>) {
    var known: [Item.ID: Item] = [:]
    follow(updates) { pager, items in
      let newer = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      for (id, item) in newer where known[id] != item && pager.row(id) != item { pager.update(item) }
      for id in known.keys where newer[id] == nil { pager.delete(id) }
      known = newer
    }
  }

  /// Merges what changes elsewhere by a rule of your own.
  ///
  /// ```swift
  /// books.follow(service.favourites()) { books, ids in
  ///   for book in books.rows { books.update(book.id) { $0.isFavourite = ids.contains(book.id) } }
  /// }
  /// ```
  ///
  /// Ends with the pager. An error of the source becomes the ``notice``; following goes on with the next change.
  ///
  /// - Parameters:
  ///   - updates: What to follow.
  ///   - merge: Changes rows by this pager's methods. Runs on the main actor, for the first value and after each change.
  public func follow<Value>(_ updates: Updates<Value>, _ merge: @escaping (Pager, Value) -> Void) {
    let slot = TaskSlot()
    followers.append(slot)
    slot.run { [weak self] _ in
      var values = updates.makeAsyncIterator()
      while !Task.isCancelled {
        do {
          guard let value = try await values.next(), let self else { return }
          merge(self, value)
        } catch {
          self?.report(Failure(error))
        }
      }
    }
  }

  private func report(_ failure: Failure) {
    if failure.kind != .cancelled { machine.notice = failure }
  }
}
