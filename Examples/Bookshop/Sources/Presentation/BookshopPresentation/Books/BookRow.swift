// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Foundation

/// What a row of the book list shows, as texts.
public struct BookRow: Equatable, Sendable {
  /// The title.
  public let title: String
  /// The authors, joined in the reader's language.
  public let authors: String
  /// The year of the first publication.
  public let year: String
  /// The price with its currency.
  public let price: String
  /// The book itself, for its cover.
  public let book: Book

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - book: The book.
  ///   - locale: How numbers and lists are written. Default: the user's.
  public init(_ book: Book, locale: Locale = .current) {
    self.book = book
    title = book.title
    authors = book.authors.formatted(.list(type: .and).locale(locale))
    year = book.yearText
    price = book.price.text(in: locale)
  }
}

extension Book {
  /// The year, marked where it lies before our era.
  var yearText: String { year < 0 ? "\(-year) BC" : "\(year)" }
}

extension Price {
  func text(in locale: Locale) -> String { amount.formatted(.currency(code: currency).locale(locale)) }
}
