// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataPresentation

extension DeepLinks<BookshopRoute> {
  /// The links that lead into the shop, as `bookshop://books/emma` or `https://bookshop.example/books/emma`.
  public static var bookshop: DeepLinks {
    DeepLinks(
      schemes: ["bookshop"], hosts: ["bookshop.example"],
      DeepLink("/") { _ in RouterPlace(root: .books) },
      DeepLink("/books") { _ in RouterPlace(root: .books) },
      DeepLink("/books/{id}") { link in link["id"].map { RouterPlace(root: .books, path: [.book(.link($0))]) } },
      DeepLink("/addresses", needsSignIn: true) { _ in RouterPlace(root: .addresses) },
      DeepLink("/addresses/new", needsSignIn: true) { _ in RouterPlace(root: .addresses, path: [.address(nil)]) },
      DeepLink("/me", needsSignIn: true) { _ in RouterPlace(root: .me) })
  }
}
