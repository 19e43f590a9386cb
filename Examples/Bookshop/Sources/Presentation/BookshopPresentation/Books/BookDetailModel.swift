// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import Foundation
public import Observation
public import StrataPresentation

/// The page of one book: the row's facts stand at once, the rest follows.
@MainActor @Observable public final class BookDetailModel {
  /// The book as the list knew it.
  public let book: Book

  /// What the server tells beyond that.
  public let detail: Loader<BookDetail>

  private let locale: Locale

  /// Makes the page; ``start()`` loads it.
  ///
  /// - Parameters:
  ///   - book: The book as the list knew it.
  ///   - service: Reads the rest.
  ///   - locale: How numbers and lists are written. Default: the user's.
  public init(_ book: Book, service: any BookReading, locale: Locale = .current) {
    self.book = book
    self.locale = locale
    detail = Loader(wording: .books) { service.book(book.id) }
  }

  /// Loads what the list did not know.
  public func start() async { await detail.load() }

  /// The title, the authors, the year and the price, as the row has them.
  public var row: BookRow { BookRow(current, locale: locale) }

  /// The facts, a name and a value each.
  public var facts: [Fact] {
    let language = locale.localizedString(forIdentifier: current.language) ?? current.language
    let facts: [Fact?] = [
      Fact("First published", current.yearText), current.publisher.map { Fact("Publisher", $0) },
      Fact("Language", language), current.pages.map { Fact("Pages", "\($0)") }, Fact("Subject", current.subject),
    ]
    return facts.compactMap { $0 }
  }

  /// The sentence about the book, or an empty text until it is known.
  public var about: String { detail.value?.about ?? "" }

  private var current: Book { detail.value?.book ?? book }

  /// One line of a book's page.
  public struct Fact: Hashable, Sendable {
    /// What it is.
    public let name: String
    /// What it says.
    public let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}
