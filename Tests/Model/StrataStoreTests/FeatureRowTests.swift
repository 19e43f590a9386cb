// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

/// One test for each row of the key-value store that ours succeeds, named by what happens now.
@Suite(.timeLimit(.minutes(1))) struct FeatureRowTests {
  struct Book: Codable, Equatable, Sendable, Identifiable {
    var id: String
    var title: String
    var year = 2000
  }

  private func numbers(_ values: KeyValuePairs<String, Int> = [:]) async throws -> StoreCollection<String, Int> {
    let numbers = try Store.inMemory().collection("numbers", of: Int.self)
    try await numbers.put(values.map { (key: $0.key, value: $0.value) })
    return numbers
  }

  // L3-01
  @Test func openingFailsLoudlyAndNeverGivesAStoreThatForgets() async throws {
    #expect(await code { _ = try Store(at: URL(filePath: "/proc/none/a.sqlite")) } != nil)
    let web = try #require(URL(string: "https://example.com/a.sqlite"))
    #expect(await code { _ = try Store(at: web) } == .failed)
  }

  // L3-02
  @Test func twoStoresOnOneFileAreCoordinated() async throws {
    let file = TemporaryStore()
    let (one, two) = (try file.open(), try file.open())
    let (a, b) = (one.collection("n", of: Int.self), two.collection("n", of: Int.self))
    async let first: Void = a.put((0..<100).map { (key: "a\($0)", value: $0) })
    async let second: Void = b.put((0..<100).map { (key: "b\($0)", value: $0) })
    _ = try await (first, second)
    #expect(try a.count() == 200 && b.count() == 200)
  }

  // L3-03
  @Test func aTableHoldsKeyDatesAndReadableJSON() async throws {
    let store = try Store.inMemory { $0.now = { Date(timeIntervalSince1970: 5) } }
    try await store.collection("books", of: Book.self).put(Book(id: "1", title: "A/B"))
    let row = try #require(try store.rows("SELECT * FROM books").first)
    #expect(row.columns == ["key", "created", "modified", "expires", "value"])
    #expect(try row.text("key") == "1")
    #expect(try row.number("created") == 5 && row.number("modified") == 5)
    #expect(row["expires"] == .null)
    #expect(try row.text("value").contains("\"title\":\"A/B\""))
  }

  // L3-04
  @Test(arguments: ["group", "2020", "my-table", "\"", "a b", "table", "'; DROP TABLE x; --"])
  func anyNameThatPassesTheCheckWorks(name: String) async throws {
    let values = try Store.inMemory().collection(name, of: Int.self)
    try await values.put(1, for: "k")
    #expect(try values.all() == [1])
    try await values.drop()
    #expect(try values.count() == 0)
  }

  // L3-05
  @Test func aCollectionNeedsNoCreationAndCanBeMadeTwice() async throws {
    let store = try Store.inMemory()
    #expect(try store.collection("n", of: Int.self).all() == [])
    for _ in 0..<2 { try await store.collection("n", of: Int.self).prepare() }
    try await store.collection("n", of: Int.self).put(1, for: "k")
    #expect(try store.collection("n", of: Int.self).value(for: "k") == 1)
  }

  // L3-06
  @Test func clearingKeepsTheCollectionAndDroppingRemovesIt() async throws {
    let store = try Store.inMemory()
    let numbers = store.collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    try await numbers.clear()
    #expect(try await store.describe().collections.map(\.name) == ["n"])
    try await numbers.drop()
    #expect(try await store.describe().collections.isEmpty)
    store.close()
    #expect(await code { _ = try numbers.count() } == .closed)
  }

  // L3-07
  @Test func replacingAValueKeepsTheDateOfTheFirstWrite() async throws {
    let clock = Clock(10)
    let numbers = try Store.inMemory { $0.now = { clock.now } }.collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    clock.seconds = 20
    try await numbers.put(2, for: "k")
    let item = try #require(try numbers.item(for: "k"))
    #expect(item.value == 2)
    #expect(item.created.timeIntervalSince1970 == 10 && item.modified.timeIntervalSince1970 == 20)
  }

  // L3-08
  @Test func stringsNumbersAndFlagsNeedNoWrapper() async throws {
    let store = try Store.inMemory()
    try await store.collection("s", of: String.self).put("text", for: "k")
    try await store.collection("i", of: Int.self).put(.max, for: "k")
    try await store.collection("d", of: Double.self).put(0.1, for: "k")
    try await store.collection("b", of: Bool.self).put(true, for: "k")
    try await store.collection("o", of: Int?.self).put(nil, for: "k")
    #expect(try store.collection("s", of: String.self).value(for: "k") == "text")
    #expect(try store.collection("i", of: Int.self).value(for: "k") == .max)
    #expect(try store.collection("d", of: Double.self).value(for: "k") == 0.1)
    #expect(try store.collection("b", of: Bool.self).value(for: "k") == true)
    #expect(try store.collection("o", of: Int?.self).value(for: "k") == .some(nil))
  }

  // L3-09
  @Test func missingIsNilAndCorruptIsAnError() async throws {
    let store = try Store.inMemory()
    try await store.collection("x", of: String.self).put("no book", for: "k")
    let books = store.collection("x", of: Book.self)
    #expect(try books.value(for: "none") == nil)
    #expect(await code { _ = try books.value(for: "k") } == .notDecodable)
  }

  // L3-10, L1-12
  @Test func anItemHasKeyValueAndDates() async throws {
    let store = try Store.inMemory { $0.now = { Date(timeIntervalSince1970: 7) } }
    let numbers = store.collection("n", of: Int.self)
    try await numbers.put(1, for: "k", expires: .after(.seconds(3)))
    let item = try #require(try numbers.item(for: "k"))
    #expect(item.id == "k" && item.value == 1)
    #expect(item.created.timeIntervalSince1970 == 7 && item.expires?.timeIntervalSince1970 == 10)
  }

  // L3-11
  @Test func allItemsComeInOrderAndAnUnreadableOneIsSeenAsSuch() async throws {
    let store = try Store.inMemory()
    try await store.collection("x", of: Int.self).put([("b", 2), ("a", 1)].map { (key: $0.0, value: $0.1) })
    try await store.collection("x", of: String.self).put("text", for: "aa")
    let numbers = store.collection("x", of: Int.self)
    let results = try numbers.results()
    #expect(results.map { try? $0.get().value } == [1, nil, 2])
    guard case .failure(let error) = results[1] else { throw ShellError(message: "no failure") }
    #expect(error.code == .notDecodable && error.message.contains("'aa'"))
    #expect(await code { _ = try numbers.all() } == .notDecodable)
  }

  // L3-12
  @Test func countingKnowsQueries() async throws {
    let numbers = try await numbers(["a1": 1, "a2": 2, "b1": 3])
    #expect(try numbers.count() == 3)
    #expect(try numbers.count(.prefix("a")) == 2)
    #expect(try numbers.count(.keys("a2"...)) == 2)
    #expect(try numbers.count(.limit(1)) == 1)
  }

  // L3-13
  @Test func deletingSaysWhetherThereWasSomething() async throws {
    let numbers = try await numbers(["k": 1])
    #expect(try await numbers.delete("k"))
    #expect(try await !numbers.delete("k"))
    #expect(try numbers.all() == [])
  }

  // L3-14
  @Test func deletingByAListOfKeysDeletesThoseKeysOnly() async throws {
    let numbers = try await numbers(["it's": 1, "') OR 1=1 --": 2, "kept": 3])
    #expect(try await numbers.delete(["it's", "') OR 1=1 --", "none"]) == 2)
    #expect(try numbers.keys() == ["kept"])
    #expect(try await numbers.delete([String]()) == 0)
  }

  // L3-15
  @Test func deletingByPrefixMeansThatPrefix() async throws {
    let numbers = try await numbers(["user_1": 1, "userX1": 2, "USER_2": 3, "user%": 4])
    #expect(try await numbers.delete(prefix: "user_") == 1)
    #expect(try await numbers.delete(prefix: "user%") == 1)
    #expect(try numbers.keys() == ["USER_2", "userX1"])
  }

  // L3-16
  @Test func aFailedWriteThrowsWithPlaceAndNextStep() async throws {
    let file = TemporaryStore()
    let store = try file.open { $0.maximumSize = 40_000 }
    let texts = store.collection("texts", of: String.self)
    let error = await #expect(throws: StoreError.self) {
      try await texts.put(String(repeating: "x", count: 100_000), for: "k")
    }
    #expect(error?.code == .full)
    #expect(error?.message.contains("test.sqlite") == true)
    #expect(error?.message.contains("free some space") == true)
    #expect(error?.sqliteCode == 13)
    #expect(error?.description.contains(String(repeating: "x", count: 100)) == false)
  }

  // L3-17
  @Test func whatWasAbsentIsThere() async throws {
    let clock = Clock(0)
    let store = try Store.inMemory { $0.now = { clock.now } }
    let numbers = store.collection("n", of: Int.self)
    try await store.write { transaction in
      for number in 1...3 { try transaction.put(number, for: "k\(number)", in: numbers) }
    }
    try await numbers.put(9, for: "short", expires: .after(.seconds(1)))
    clock.seconds = 2
    #expect(try numbers.keys() == ["k1", "k2", "k3"])
    #expect(try numbers.contains("k2") && !numbers.contains("short"))
    #expect(try numbers.all(.order(.key.reversed).limit(2)) == [3, 2])
    var updates = numbers.updates(for: "k1").makeAsyncIterator()
    #expect(try await updates.next() == 1)
    try await numbers.put(5, for: "k1")
    #expect(try await updates.next() == 5)
  }

  // W22
  @Test func valuesAreSortedFilteredGroupedAndMigrated() async throws {
    let file = TemporaryStore()
    let books = try file.open().collection("books", of: Book.self, indexes: [.init(\.title), .init(\.year)])
    try await books.put((1...6).map { Book(id: "\($0)", title: $0 % 2 == 0 ? "even" : "odd", year: 2000 - $0) })
    #expect(try books.all(.order(.ascending(\.year)).limit(2)).map(\.id) == ["6", "5"])
    #expect(try books.all(.where(.equal(\.title, "odd"))).map(\.id) == ["1", "3", "5"])
    #expect(try books.counts(by: \.title) == ["even": 3, "odd": 3])
    let migrated = try file.open {
      $0.migrations = [
        StoreMigration("older") { transaction in
          try transaction.rewrite("books", from: Book.self, to: Book.self) { book in
            book.id == "1" ? nil : Book(id: book.id, title: book.title.uppercased(), year: book.year)
          }
        }
      ]
    }
    #expect(
      try migrated.collection("books", of: Book.self).all().map(\.title) == ["EVEN", "ODD", "EVEN", "ODD", "EVEN"])
  }

  // W23
  @Test func droppingCostsTheSameForManyValues() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let numbers = store.collection("n", of: Int.self, keyedBy: Int.self)
    try await numbers.put((0..<5_000).map { (key: $0, value: $0) })
    try await numbers.drop()
    #expect(try numbers.count() == 0)
    #expect(try store.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%n'").isEmpty)
  }

  // W24
  @Test(arguments: [
    "'", "\"", ";", "a_", "a%", "?1", "\\", "\u{1F469}\u{200D}\u{1F680}", "' OR '1'='1", "x'); DROP TABLE n",
  ])
  func everyValueAndKeyIsBound(text: String) async throws {
    let store = try Store.inMemory()
    let texts = store.collection("n", of: String.self, indexes: [.init(\.self, as: "x")])
    let plain = store.collection("plain", of: String.self)
    try await plain.put(text, for: text)
    try await plain.put("other", for: "other")
    #expect(try plain.value(for: text) == text)
    #expect(try plain.keys(prefix: text) == [text])
    #expect(try await plain.delete([text]) == 1)
    #expect(try plain.keys() == ["other"])
    #expect(try store.rows("SELECT ? AS text", .text(text)).first?.text("text") == text)
    #expect(try texts.count() == 0)
  }

  // S3-05
  @Test func aReadGivesTheModelAndNotJSONToMap() async throws {
    let books = try Store.inMemory().collection("books", of: Book.self)
    try await books.put([Book(id: "1", title: "One"), Book(id: "2", title: "Two")])
    #expect(try books.value(for: "2")?.title == "Two")
    #expect(try books.all().map(\.title) == ["One", "Two"])
  }

  // L1-11
  @Test func aRangeOfRowsHasAnOrder() async throws {
    let numbers = try await numbers(["d": 4, "a": 1, "c": 3, "b": 2])
    #expect(try numbers.all(.limit(2).offset(1)) == [2, 3])
    #expect(try numbers.all(.limit(2).offset(3)) == [4])
    #expect(try numbers.all(.all.offset(2)) == [3, 4])
    #expect(try numbers.all(.limit(-1)) == [])
  }
}
