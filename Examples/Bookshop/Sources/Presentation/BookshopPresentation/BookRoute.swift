// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel

/// The pages of the shop.
public enum BookRoute: Hashable, Sendable {
  /// One book.
  case book(Book)
}
