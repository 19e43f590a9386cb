// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import Observation
import StrataContract
import StrataScripted
import StrataStore
import Testing

// The samples of StrataStore: a shelf of books that survives a restart, and the model that watches it.

private struct ShelfBook: Codable, Identifiable, Equatable, Sendable {
  let id: String
  let author: String
  let year: Int
}

private struct Shelf: Sendable {
  let store: Store
  let books: StoreCollection<String, ShelfBook>
  let log: StoreCollection<Int, String>

  init(_ store: Store) {
    self.store = store
    books = store.collection("books", indexes: [.init(\.author), .init(\.year)])
    log = store.collection("log", keyedBy: Int.self)
  }

  /// Both collections change, or none.
  func add(_ book: ShelfBook) async throws {
    try await store.write { transaction in
      try transaction.put(book, for: book.id, in: books)
      try transaction.put("added \(book.id)", for: try transaction.count(in: log) + 1, in: log)
    }
  }
}

@MainActor @Observable private final class ShelfModel {
  private(set) var recent: [ShelfBook] = []
  let shelf: Shelf
  init(_ shelf: Shelf) { self.shelf = shelf }

  /// Runs as long as the screen's task does.
  func watch() async throws {
    for try await books in shelf.books.updates(.where(.range(\.year, 2000...))) { recent = books }
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct BookShelfTests {
  private let file = TemporaryStore()

  @Test func aShelfSurvivesARestartAndAnswersByIndex() async throws {
    do {
      let shelf = Shelf(try file.open())
      try await shelf.add(ShelfBook(id: "b1", author: "Le Guin", year: 1974))
      try await shelf.add(ShelfBook(id: "b2", author: "Le Guin", year: 2001))
    }
    let shelf = Shelf(try file.open())
    #expect(try shelf.books.value(for: "b1")?.year == 1974)
    #expect(
      try shelf.books.all(.where(.equal(\.author, "Le Guin")).order(.descending(\.year))).map(\.id) == ["b2", "b1"])
    #expect(try shelf.log.all() == ["added b1", "added b2"])
  }

  @Test func aModelFollowsTheShelf() async throws {
    let model = ShelfModel(Shelf(try file.open()))
    let watching = Task { try await model.watch() }
    try await model.shelf.add(ShelfBook(id: "b1", author: "Le Guin", year: 1974))
    try await model.shelf.add(ShelfBook(id: "b2", author: "Jemisin", year: 2015))
    while model.recent.map(\.id) != ["b2"] { await Task.yield() }
    watching.cancel()
    try? await watching.value
  }
}
