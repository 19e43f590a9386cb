// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import StrataPresentation

/// Everything the app can show: its tabs, its pages, its sheet.
public enum BookshopRoute: Hashable, Codable, Sendable {
  /// The tab with the books.
  case books
  /// The tab with the addresses of who is signed in.
  case addresses
  /// The tab with their account.
  case me
  /// A page of the books.
  case book(BookRoute)
  /// The form of an address; `nil` is a new one.
  case address(Address?)
  /// The sheet that signs in.
  case signIn

  /// Whether the page belongs to a user, and goes when they sign out.
  var needsUser: Bool {
    switch self {
    case .address: true
    case .books, .addresses, .me, .book, .signIn: false
    }
  }
}

extension Router where Route == BookshopRoute {
  /// What the books see of the app's router.
  var books: Router<BookRoute> {
    scoped(to: BookshopRoute.book) { if case .book(let route) = $0 { route } else { nil } }
  }
}
