// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct StoreTests {
  struct Book: Codable, Equatable {
    var title: String
    var price: Decimal?
  }

  @Test func aValueSurvivesAReopen() async throws {
    let file = TemporaryStore()
    let book = Book(title: "Café \u{1F4D6} \"'; --", price: Decimal(string: "8.8"))
    do {
      let store = try file.open()
      try await store.collection("books", of: Book.self).put(book, for: "1")
      store.close()
    }
    let books = try file.open().collection("books", of: Book.self)
    #expect(try books.value(for: "1") == book)
    #expect(try books.count() == 1)
  }

  @Test(arguments: [true, false]) func whatWasPutIsReadAtOnce(inMemory: Bool) async throws {
    let file = TemporaryStore()
    let store = try inMemory ? Store.inMemory() : file.open()
    let numbers = store.collection("numbers", of: Int.self)
    for number in 0..<100 {
      try await numbers.put(number, for: "k")
      #expect(try numbers.value(for: "k") == number)
    }
    #expect(try await numbers.delete("k"))
    #expect(try numbers.value(for: "k") == nil)
    #expect(try await !numbers.delete("k"))
  }

  /// L3-09: missing and unreadable are two things.
  @Test func missingIsNilAndUnreadableIsAnErrorWithTheRawValue() async throws {
    let store = try Store.inMemory()
    let texts = store.collection("things", of: String.self)
    let books = store.collection("things", of: Book.self)
    #expect(try books.value(for: "1") == nil)
    #expect(try books.all().isEmpty)
    #expect(try books.count() == 0)
    try await texts.put("no book", for: "1")
    #expect(try books.value(for: "2") == nil)
    let error = #expect(throws: StoreError.self) { try books.value(for: "1") }
    #expect(error?.code == .notDecodable)
    #expect(try books.storedData(for: "1") == Data("\"no book\"".utf8))
    #expect(try books.results().count == 1)
    #expect(error.map(Failure.init)?.kind == .unreadable)
    #expect(try texts.value(for: "1") == "no book")
  }

  @Test func createdIsTheFirstWriteAndModifiedTheLast() async throws {
    let clock = Clock(Date(timeIntervalSince1970: 1000))
    let numbers = try Store.inMemory { $0.now = { clock.now } }.collection("numbers", of: Int.self)
    try await numbers.put(1, for: "k")
    clock.now = Date(timeIntervalSince1970: 2000)
    try await numbers.put(2, for: "k")
    let item = try #require(try numbers.item(for: "k"))
    #expect(item.key == "k" && item.value == 2)
    #expect(item.created == Date(timeIntervalSince1970: 1000))
    #expect(item.modified == Date(timeIntervalSince1970: 2000))
  }

  @Test func rawDataIsKeptAsItIs() async throws {
    let file = TemporaryStore()
    let images = try file.open().collection("images", of: Data.self, encoding: .raw)
    let bytes = Data((0...255).map { UInt8($0) })
    try await images.put(bytes, for: "all")
    try await images.put(Data(), for: "none")
    #expect(try images.value(for: "all") == bytes)
    #expect(try images.value(for: "none") == Data())
    let store = try file.open()
    #expect(try store.collection("images", of: Data.self, encoding: .raw).value(for: "none") == Data())
  }

  @Test func aValueThatCannotBeEncodedIsAnErrorAndSavesNothing() async throws {
    let numbers = try Store.inMemory().collection("numbers", of: Double.self)
    let error = await #expect(throws: StoreError.self) { try await numbers.put(.infinity, for: "k") }
    #expect(error?.code == .notEncodable)
    #expect(try numbers.count() == 0)
  }

  @Test func clearEmptiesOneCollection() async throws {
    let store = try Store.inMemory()
    let (a, b) = (store.collection("a", of: Int.self), store.collection("b", of: Int.self))
    try await a.clear()
    try await a.put(1, for: "k")
    try await b.put(2, for: "k")
    try await a.clear()
    #expect(try a.count() == 0)
    #expect(try b.value(for: "k") == 2)
  }

  @Test func aClosedStoreSaysSo() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let numbers = store.collection("numbers", of: Int.self)
    try await numbers.put(1, for: "k")
    var updates = numbers.updates(for: "k").makeAsyncIterator()
    #expect(try await updates.next() == 1)
    store.close()
    store.close()
    #expect(throws: StoreError.self) { try numbers.value(for: "k") }
    let error = await #expect(throws: StoreError.self) { try await numbers.put(2, for: "k") }
    #expect(error?.code == .closed)
    #expect(try await updates.next() == nil)
  }

  /// What a user did is not lost because the screen went away.
  @Test func aCancelledTaskWritesAllTheSame() async throws {
    let numbers = try Store.inMemory().collection("numbers", of: Int.self)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await numbers.put(1, for: "k")
    }
    try await task.value
    #expect(try numbers.value(for: "k") == 1)
  }
}
