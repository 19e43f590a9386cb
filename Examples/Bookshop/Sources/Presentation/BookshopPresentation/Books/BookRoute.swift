// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel

/// The pages of the books.
public enum BookRoute: Hashable, Codable, Sendable {
  /// One book, whose facts a list knew.
  case book(Book)
  /// One book of which a link knew the name alone.
  case link(Book.ID)
}
