// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
internal import Observation
public import StrataPresentation

/// The page behind a link: it finds the book, and gives its place to the book's own page.
@MainActor public final class BookLinkModel {
  /// The book, on its way.
  public let book: Loader<BookDetail>

  private let id: Book.ID
  private let router: Router<BookRoute>

  /// Makes the page; ``start()`` loads it.
  ///
  /// - Parameters:
  ///   - id: Which book.
  ///   - service: Reads it.
  ///   - router: Where the page is.
  public init(_ id: Book.ID, service: any BookReading, router: Router<BookRoute>) {
    self.id = id
    self.router = router
    book = Loader(wording: .books) { service.book(id) }
  }

  /// Loads the book and shows its page instead of this one, if the user is still here.
  public func start() async {
    await book.load()
    guard let found = book.value?.book else { return }
    router.path = router.path.map { $0 == .link(id) ? .book(found) : $0 }
  }
}
