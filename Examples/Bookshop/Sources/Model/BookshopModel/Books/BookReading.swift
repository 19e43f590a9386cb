// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Reads one book. A saved answer comes first, the server's after it.
public protocol BookReading: Sendable {
  /// Everything about a book.
  func book(_ id: Book.ID) -> Deliveries<BookDetail>
}
