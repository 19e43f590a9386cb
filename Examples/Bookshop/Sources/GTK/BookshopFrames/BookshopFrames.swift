// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import BookshopModel
import BookshopPresentation
import Foundation
import StrataContract
import StrataGTK
import StrataPresentation

/// What one change of a list of 100,000 books costs in the app: processor time from the change until the window has
/// nothing to do any more, so with the pager, the difference, the list view, the layout and the drawing.
@main struct BookshopFrames {
  static func main() throws {
    let application = Application(id: "org.strata.BookshopFrames") { application in
      let service = Shelves(first: 100_000)
      let model = BookSearchModel(service: service)
      let window = ApplicationWindow("Frames", width: 560, height: 720, content: BooksPage.make(model, covers: service))
      application.present(window)
      Task {
        await model.start()
        try? await Task.sleep(for: .seconds(2))
        precondition(model.books.rows.count == 100_000)
        await measure(model.books)
        application.quit()
      }
    }
    exit(try application.run(arguments: [CommandLine.arguments[0]]))
  }

  private static func measure(_ books: Pager<String, Book>) async {
    print("| change of 100,000 rows on screen | median | longest | a frame |\n|---|---|---|---|")
    await row("nothing") {}
    await row("append a page of 20") { books.loadMore() }
    var fresh = 10_000_000
    await row("insert on top") {
      fresh += 1
      books.insert(Shelves.book(fresh))
    }
    await row("delete in the middle") { books.delete(books.rows[books.rows.count / 2].id) }
    await row("update in the middle") {
      let old = books.rows[books.rows.count / 2]
      fresh += 1
      books.update(Shelves.book(fresh, id: old.id))
    }
  }

  private static func row(_ name: String, _ change: () -> Void) async {
    var costs: [Double] = []
    for _ in 0..<15 {
      let start = clock()
      change()
      try? await Task.sleep(for: .milliseconds(150))
      costs.append(Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e3)
    }
    costs.sort()
    let cells = [costs[7], costs[14], 1_000 / 60].map { String(format: "%.1f ms", $0) }
    print("| \(name) | \(cells.joined(separator: " | ")) |")
  }
}

/// Any number of books, at once; the first page is a long one.
struct Shelves: BookSearching, CoverLoading {
  let first: Int

  var lastQuery: String { "" }

  func books(matching query: String, page: PageRequest) -> Deliveries<Page<Book>> {
    let start = (page.number - 1) * page.size
    let books = (start..<start + (page.isFirst ? first : page.size)).map { Self.book($0) }
    return Deliveries { Delivery(Page(books, total: 10_000_000), from: .network) }
  }

  func cover(of book: Book, width: Int) async throws -> Data { throw Failure(.offline) }

  static func book(_ number: Int, id: String? = nil) -> Book {
    Book(
      id: id ?? "book-\(number)", title: "The title of book \(number)", authors: ["Somebody"],
      year: 1900 + number % 100,
      language: "en", subject: "novel", price: Price(5, "GBP"), cover: "/covers/\(number)")
  }
}
