// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(isSoak ? 10 : 1))) struct QueryTests {
  struct Book: Codable, Equatable, Identifiable {
    var id: Int
    var author: String
    var year: Int?
    var price = 1.5
    var place = Place(city: "Rome")
    struct Place: Codable, Equatable { var city: String }
  }
  struct Renamed: Codable {
    var author: String
    enum CodingKeys: String, CodingKey { case author = "author_name" }
  }

  private func books(_ store: Store) -> StoreCollection<Int, Book> {
    store.collection(
      "books", of: Book.self, keyedBy: Int.self,
      indexes: [.init(\.author), .init(\.year), .init(\.price), .init(\.place.city)])
  }

  private func filled() async throws -> StoreCollection<Int, Book> {
    let books = books(try Store.inMemory())
    try await books.put((0..<100).map { Book(id: $0, author: "A\($0 % 4)", year: $0 % 10 == 0 ? nil : 1900 + $0) })
    return books
  }

  /// W22: sort, filter, group; L1-11: a range of rows has an order.
  @Test func rowsAreFilteredOrderedAndPaged() async throws {
    let books = try await filled()
    let query = StoreQuery<Int, Book>.where(.equal(\.author, "A1"), .range(\.year, 1950..<1980))
    #expect(try books.all(query).map(\.id) == [53, 57, 61, 65, 69, 73, 77])
    #expect(try books.all(query.order(.descending(\.year)).limit(2).offset(1)).map(\.id) == [73, 69])
    #expect(try books.count(query) == 7)
    #expect(try books.count(query.limit(3)) == 3)
    #expect(try books.keys(.where(.in(\.year, [1901, 1999]))) == [1, 99])
    #expect(try books.count(.where(.equal(\.year, nil))) == 10)
    #expect(try books.keys(.where(.range(\.year, 1998...))) == [98, 99])
    #expect(try books.counts(by: \.author) == ["A0": 25, "A1": 25, "A2": 25, "A3": 25])
    #expect(try books.keys(.keys(97...)) == [97, 98, 99])
    #expect(try books.keys(.keys(...2)) == [0, 1, 2])
    #expect(try books.keys(.order(.key.reversed).limit(2)) == [99, 98])
    #expect(try books.count(.where(.equal(\.price, 1.5), .equal(\.place.city, "Rome"))) == 100)
  }

  @Test func aQueryOnADeclaredIndexUsesIt() async throws {
    let books = try await filled()
    let plan = try books.explain(.where(.equal(\.author, "A1")))
    #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH books USING INDEX strata_index:books:author"))
    let order = try books.explain(.order(.descending(\.year)).limit(3))
    #expect(order == ["SCAN books USING INDEX strata_index:books:year"])
  }

  @Test func aFieldWithoutAnIndexIsRefused() async throws {
    let plain = try Store.inMemory().collection("books", of: Book.self)
    let error = #expect(throws: StoreError.self) { try plain.all(.where(.equal(\.author, "A"))) }
    #expect(error?.code == .misdeclared)
  }

  @Test func anIndexThatCodingKeysRenameIsFoundByTheFirstWrite() async throws {
    let store = try Store.inMemory()
    let wrong = store.collection("a", of: Renamed.self, indexes: [.init(\.author)])
    let error = await #expect(throws: StoreError.self) { try await wrong.put(Renamed(author: "x"), for: "1") }
    #expect(error?.code == .misdeclared)
    let right = store.collection("a", of: Renamed.self, indexes: [.init(\.author, as: "author_name")])
    try await right.put(Renamed(author: "x"), for: "1")
    #expect(try right.count(.where(.equal(\.author, "x"))) == 1)
  }

  @Test func aHundredThousandRowsAnswerThroughTheIndex() async throws {
    let books = books(try Store.inMemory())
    try await books.put((0..<(isSoak ? 100_000 : 5_000)).map { Book(id: $0, author: "A\($0)") })
    let query = StoreQuery<Int, Book>.where(.equal(\.author, "A77"))
    #expect(try books.explain(query).allSatisfy { $0.contains("SEARCH") && $0.contains("strata_index:books:author") })
    // How fast is a matter of Scripts/bench: a machine that is busy with other things must not fail a test.
    for number in 0..<100 { #expect(try books.all(.where(.equal(\.author, "A\(number)"))).map(\.id) == [number]) }
  }

  @Test func sqlReadsAndDoesNothingElse() async throws {
    let books = try await filled()
    let store = try Store.inMemory()
    try await store.collection("books", of: String.self).put("x", for: "k")
    let row = try #require(try store.rows("SELECT key, value, NULL AS none FROM books WHERE key = ?", "k").first)
    #expect(try row.text("key") == "k" && row["value"] == "\"x\"")
    let error = #expect(throws: StoreError.self) { try row.text("none") }
    #expect(error?.message.contains("'none' is NULL") == true)
    for sql in ["DELETE FROM books", "PRAGMA query_only = 0", "ATTACH 'x' AS y", "BEGIN", "DROP TABLE books"] {
      let error = #expect(throws: StoreError.self) { try store.rows(sql) }
      #expect(error?.code == .notAllowed, "\(sql)")
    }
    #expect(try books.count() == 100)
  }

  /// L3-14, L3-15, W23.
  @Test func deletesMeanWhatTheySay() async throws {
    let store = try Store.inMemory()
    let texts = store.collection("t", of: Int.self)
    let keys = ["user_1", "user_2", "userX1", "USER_2", "it's", "a%b", "a;b", ""]
    try await texts.put(keys.map { (key: $0, value: 1) })
    #expect(try await texts.delete(prefix: "user_") == 2)
    #expect(try await texts.delete(["it's", "a%", "missing", ""]) == 2)
    #expect(try texts.keys() == ["USER_2", "a%b", "a;b", "userX1"])
    try await texts.drop()
    #expect(try texts.count() == 0)
    try await texts.put(1, for: "again")
    #expect(try texts.keys() == ["again"])
  }
}
