// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import StrataContract
import Synchronization

func book(_ title: String, year: Int = 1815, authors: [String] = ["Jane Austen"]) -> Book {
  Book(
    id: title.lowercased(), title: title, authors: authors, year: year, language: "en", pages: 474, subject: "Novel",
    price: Price(Decimal(880) / 100, "EUR"), cover: "/covers/\(title.lowercased())")
}

/// Books that come from a script; no fresh ones means no network.
final class ScriptedBooks: BookSearching {
  let lastQuery: String
  private let saved: [String]?
  private let fresh: [String]?
  private let asked = Mutex<[String]>([])

  init(lastQuery: String = "", saved: [String]? = nil, fresh: [String]?) {
    self.lastQuery = lastQuery
    self.saved = saved
    self.fresh = fresh
  }

  var queries: [String] { asked.withLock { $0 } }

  func books(matching query: String, page: PageRequest) -> Deliveries<Page<Book>> {
    asked.withLock { $0.append(query) }
    return Deliveries(
      { [saved] in saved.map { Delivery(Page($0.map { book($0) }, total: $0.count), from: .cache) } },
      { [fresh] in
        guard let fresh else { throw Failure(.offline) }
        return Delivery(Page(fresh.map { book($0) }, total: fresh.count), from: .network)
      })
  }
}

/// A book whose page comes from a script; no sentence means no network.
struct ScriptedReading: BookReading {
  let about: String?

  init(_ about: String?) { self.about = about }

  func book(_ id: Book.ID) -> Deliveries<BookDetail> {
    .network {
      guard let about else { throw Failure(.offline) }
      return BookDetail(BookshopPresentationTests.book("Emma"), about: about)
    }
  }
}
