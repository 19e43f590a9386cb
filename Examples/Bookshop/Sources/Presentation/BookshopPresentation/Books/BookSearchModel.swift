// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
import Foundation
public import Observation
import StrataContract
public import StrataPresentation

/// The first screen: search, list, paging, and the way to a book.
@MainActor @Observable public final class BookSearchModel {
  /// The books, and what they are searched by.
  public let books: Pager<String, Book>

  /// Where the user is.
  public let router: Router<BookRoute>

  /// Makes the screen; ``start()`` loads it.
  ///
  /// - Parameters:
  ///   - service: Finds books.
  ///   - router: Where the user is. Default: at the root.
  ///   - clock: What measures the pause in typing. Default: the continuous clock.
  public init(
    service: any BookSearching, router: Router<BookRoute> = Router(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.router = router
    books = Pager(
      service.lastQuery, debounce: .milliseconds(300), clock: clock, wording: .books, deliveries: service.books)
  }

  /// The name of the screen.
  public var title: String { "Bookshop" }

  /// What stands in the empty search field.
  public var prompt: String { "Title, author or subject" }

  /// How many books match, and whether that was saved earlier; an empty text while it is unknown.
  public var summary: String {
    guard let total = books.total else { return "" }
    let count = total == 1 ? "1 book" : "\(total.formatted(.number.locale(.init(identifier: "en")))) books"
    return books.origin.isFresh ? count : "\(count), saved earlier"
  }

  /// Shows what was shown last, then what the server says.
  public func start() async { await books.refresh() }

  /// Goes to a book.
  public func open(_ book: Book) { router.push(.book(book)) }
}

extension Wording {
  /// The texts of lists and pages of books.
  static var books: Wording {
    var wording = Wording.english
    wording.emptyTitle = "No books found"
    wording.emptyDetail = "Try another title, author or subject."
    return wording
  }
}
