// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import BookshopModel
import BookshopPresentation
import Foundation
import StrataContract
import StrataGTK
import StrataPresentation

extension Visit {
  /// With a server: search, scroll, read. Without: what was seen stays. Ends by SIGKILL.
  func booksFirst(server: pid_t) async throws {
    try await sees("the app starts with the first books of the catalogue") { firstRows(on: window) >= 5 }
    try await picture("start")

    try window.find("search").type("tolstoy")
    try await sees("typing \"tolstoy\" leaves only his books") {
      !books.books.rows.isEmpty && books.books.rows.allSatisfy { $0.authors.contains("Leo Tolstoy") }
        && window.textsOnScreen.contains(books.books.rows[0].title)
    }
    tour.check("the header counts them", window.textsOnScreen.contains(books.summary), books.summary)
    try await picture("search")

    try window.find("search").erase()
    try await sees("an empty search is the whole catalogue again") { (books.books.total ?? 0) >= 300 }
    while books.books.rows.count < 60 {
      let rows = books.books.rows.count
      try await sees("scrolling to the end of \(rows) rows brings more") {
        try window.scrollToEnd()
        return books.books.rows.count > rows
      }
    }
    try await sees("the third page is on screen") {
      try window.scrollToEnd()
      return books.books.rows[40..<60].contains { window.textsOnScreen.contains($0.title) }
    }
    try await picture("third-page")

    try await readsABook()

    kill(server, SIGKILL)
    try window.find(accessible: "Refresh").click()
    try await sees("with the server gone the rows stay, and a toast says so") {
      window.textsOnScreen.contains(Wording.english.offlineToast) && firstRows(on: window) >= 1
    }
    try await picture("server-gone")

    try window.find("search").type("a search never made before")
    try await sees("a new search finds no connection, and offers to try again") { isOffline }
    try await picture("offline")
    kill(getpid(), SIGKILL)
  }

  /// After the restart: first without the server, then with it.
  func booksAgain(port: Int) async throws {
    try await sees("started again without a server, the app shows its last list from the file") {
      firstRows(on: window) >= 5 && books.books.query.isEmpty
    }
    try await sees("and says that there is no connection") {
      window.textsOnScreen.contains(Wording.english.offlineToast)
    }
    try await picture("restarted-offline")

    try window.find("search").type("melville")
    try await sees("a search that was never made is an offline page") { isOffline }
    try await picture("restarted-search")

    let server = try ShopServer(port: port)
    try window.find("state-action").click()
    try await sees("with the server back, trying again finds the books, and no toast says otherwise") {
      let texts = window.textsOnScreen
      return texts.contains { $0.hasPrefix("Moby") } && !texts.contains(Wording.english.offlineToast)
    }
    try await picture("server-back")
    server.process.kill()
    try await seesSavedThenFresh(port: port)
  }

  /// With a slow server: what was saved stands at once and says so, and the answer takes its place without a jump.
  private func seesSavedThenFresh(port: Int) async throws {
    let server = try ShopServer(port: port, flags: ["--delay", "2"])
    try window.find("search").erase()
    try await sees("while a slow server thinks, the saved books stand, and the header says that they are saved") {
      books.books.isLoading && firstRows(on: window) >= 5
        && window.textsOnScreen.contains { $0.hasSuffix("saved earlier") }
    }
    try window.scroll(by: 150)
    try await picture("saved")
    let seen = window.textsOnScreen.filter(isTitle)
    try await sees("its answer replaces them, and the header does not say so any more") {
      books.books.origin == .network && !window.textsOnScreen.contains { $0.hasSuffix("saved earlier") }
    }
    tour.check("no row on screen has moved", window.textsOnScreen.filter(isTitle) == seen, seen)
    try await picture("fresh")
    server.process.kill()
    try window.find(accessible: "Refresh").click()
    try await sees("with the server gone once more the rows stay, and a toast says so") {
      window.textsOnScreen.contains(Wording.english.offlineToast) && window.textsOnScreen.filter(isTitle) == seen
    }
  }

  private func isTitle(_ text: String) -> Bool { books.books.rows.contains { $0.title == text } }

  /// Opens a book of the list, and goes back to the place it was opened from.
  private func readsABook() async throws {
    let seen = window.textsOnScreen
    guard let book = books.books.rows.last(where: { seen.contains($0.title) }) else {
      throw TourError("no book is on screen")
    }
    try window.find(text: book.title).click()
    try await sees("a click on \"\(book.title)\" opens its page, with what the list did not know") {
      app.router.path == [.book(.book(book))] && (try? window.find("about").isOnScreen) == true
        && window.textsOnScreen.contains { $0.hasPrefix("First published: ") }
    }
    try await picture("book")
    try window.find("back").click()
    try await sees("going back shows the list where it was left") {
      app.router.path.isEmpty && window.textsOnScreen.contains(book.title)
    }
    try await picture("back")
  }

  private var isOffline: Bool {
    let texts = window.textsOnScreen
    return texts.contains(Wording.english.offlineTitle) && texts.contains(Wording.english.retry)
  }

  /// How many of the loaded books are to be seen.
  private func firstRows(on window: ApplicationWindow) -> Int {
    let seen = Set(window.textsOnScreen)
    return books.books.rows.filter { seen.contains($0.title) }.count
  }
}
