// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

extension Pager {
  /// The row of an identity, if it is here.
  public func row(_ id: Item.ID) -> Item? { index(of: id).map { rows[$0] } }

  /// The row at a place, or `nil` where there is none (S0-08, S1-11).
  public func row(at index: Int) -> Item? { rows.indices.contains(index) ? rows[index] : nil }

  /// The place of a row, counted from 0, if it is here (S1-12).
  ///
  /// - Complexity: Does not walk through the rows.
  public func index(of id: Item.ID) -> Int? { machine.place(of: id) }

  /// Puts a new row in, here at once and in the answer that is under way. One more in ``total``.
  ///
  /// A row with the same identity is updated in its place instead.
  ///
  /// - Parameters:
  ///   - item: The row.
  ///   - index: Where, counted from 0; a place beyond the end is the end. Default: on top.
  public func insert(_ item: Item, at index: Int = 0) { apply(.insert(item, at: index)) }

  /// Shows another content of a row, also in the answer that is under way. A row that is not here stays away.
  public func update(_ item: Item) { apply(.update(item)) }

  /// Changes a row in place; does nothing where it is not here.
  ///
  /// ```swift
  /// addresses.update(id) { $0.isDefault = true }
  /// ```
  public func update(_ id: Item.ID, _ change: (inout Item) -> Void) {
    guard var item = row(id) else { return }
    change(&item)
    apply(.update(item))
  }

  /// Puts a row in another place.
  ///
  /// - Parameters:
  ///   - id: Which.
  ///   - index: Where it stands afterwards, counted from 0; a place beyond the end is the end.
  public func move(_ id: Item.ID, to index: Int) { apply(.move(id, to: index)) }

  /// Takes a row out, here at once and of the answer that is under way. One less in ``total`` (S1-08, S1-10).
  ///
  /// The next page is asked for where the rows behind it now are, so that none is skipped.
  public func delete(_ id: Item.ID) { apply(.delete(id)) }

  /// Changes rows at once, tells the server, and takes the changes back if it refuses (S0-36).
  ///
  /// ```swift
  /// await addresses.optimistically { addresses.delete(id) } commit: { try await service.delete(id) }
  /// ```
  ///
  /// A refresh meanwhile does not undo the changes. A refusal leaves the rows as if the changes had never been made, what
  /// else happened stays, and ``notice`` says why; a cancellation does the same silently.
  ///
  /// - Parameters:
  ///   - edit: Makes the changes, by this pager's own methods.
  ///   - commit: Tells the server.
  /// - Returns: What `commit` returned, or `nil` if it threw.
  @discardableResult public func optimistically<Result>(
    _ edit: () -> Void, commit: () async throws -> Result
  ) async -> Result? {
    tickets += 1
    let (mine, outer) = (tickets, ticket)
    ticket = mine
    edit()
    ticket = outer
    do {
      let result = try await commit()
      machine.commit(mine)
      return result
    } catch {
      machine.rollBack(mine, Failure(error))
      return nil
    }
  }

  private func apply(_ change: PagerChange<Item>) {
    machine.apply(change, ticket: ticket)
    // The list emptied by hand while the server has more: nothing on screen would ask for it.
    if rows.isEmpty { loadMore() }
  }
}
