// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataContract

/// Books in memory, for previews and tests.
public struct ScriptedBooks: BookSearching, BookReading, CoverLoading {
  private let books: [Book]

  /// Makes a shop.
  ///
  /// - Parameter books: What it has. Default: two novels.
  public init(_ books: [Book] = Self.novels) { self.books = books }

  /// Nothing was searched for.
  public var lastQuery: String { "" }

  /// The books whose title holds the query.
  public func books(matching query: String, page: PageRequest) -> Deliveries<Page<Book>> {
    let found = books.filter { query.isEmpty || $0.title.lowercased().contains(query.lowercased()) }
    return .network { Page(Array(found.dropFirst(page.offset).prefix(page.size)), total: found.count) }
  }

  /// A book; status 404 where there is none.
  public func book(_ id: Book.ID) -> Deliveries<BookDetail> {
    .network { [books] in
      guard let book = books.first(where: { $0.id == id }) else { throw Failure(.server(status: 404)) }
      return BookDetail(book, about: "\(book.title) is a book.")
    }
  }

  /// No picture.
  public func cover(of book: Book, width: Int) async throws -> Data { throw Failure(.server(status: 404)) }

  /// Two novels.
  public static var novels: [Book] {
    [("emma", "Emma", 1815), ("persuasion", "Persuasion", 1817)].map { id, title, year in
      Book(
        id: id, title: title, authors: ["Jane Austen"], year: year, language: "en", subject: "Novel",
        price: Price(8, "EUR"), cover: "/covers/\(id)")
    }
  }
}
