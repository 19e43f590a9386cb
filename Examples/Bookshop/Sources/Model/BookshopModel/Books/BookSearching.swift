// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Finds books. A saved answer comes first, the server's after it.
public protocol BookSearching: Sendable {
  /// What was searched for last and answered, so that the app starts with what it last showed.
  var lastQuery: String { get }

  /// One page of the books that match; a blank query matches all of them.
  func books(matching query: String, page: PageRequest) -> Deliveries<Page<Book>>
}
