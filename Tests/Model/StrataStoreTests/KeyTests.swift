// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct KeyTests {
  /// W24: values are bound and names quoted; nothing is pasted.
  @Test(arguments: [
    "group", "2020", "my-table", "\"", "'", "a\"b", "a;b", "select", "?1", "%", "_", " ", "[x]", "`", "é", "\u{1F600}",
    "x\"; DROP TABLE kept; --", "main.kept",
  ])
  func anyNameHoldsItsOwnValues(name: String) async throws {
    let store = try Store.inMemory()
    let kept = store.collection("kept", of: Int.self)
    try await kept.put(1, for: "k")
    let odd = store.collection(name, of: Int.self)
    #expect(try odd.value(for: "k") == nil)
    try await odd.put(2, for: name)
    #expect(try odd.value(for: name) == 2)
    #expect(try odd.all(prefix: name) == [2])
    #expect(try odd.count() == 1)
    try await odd.clear()
    #expect(try kept.all() == [1])
  }

  @Test(arguments: ["", "a\0b", "sqlite_master", "SQLite_x", "strata_migrations"]) func aNameThatCannotBeIsRefused(
    name: String
  ) async throws {
    let odd = try Store.inMemory().collection(name, of: Int.self)
    let reading = #expect(throws: StoreError.self) { try odd.value(for: "k") }
    #expect(reading?.code == .invalidName)
    let writing = await #expect(throws: StoreError.self) { try await odd.put(1, for: "k") }
    #expect(writing?.code == .invalidName)
  }

  /// SQLite takes `Books` and `books` for one table: two collections must not share it unseen.
  @Test func aNameThatDiffersOnlyInCaseIsRefused() async throws {
    let store = try Store.inMemory()
    try await store.collection("Books", of: Int.self).put(1, for: "k")
    let error = #expect(throws: StoreError.self) { try store.collection("books", of: Int.self).value(for: "k") }
    #expect(error?.code == .invalidName)
  }

  @Test(arguments: ["a\0b", "\0"]) func aKeyThatCannotBeIsRefused(key: String) async throws {
    let numbers = try Store.inMemory().collection("numbers", of: Int.self)
    try await numbers.put(1, for: "a")
    let reading = #expect(throws: StoreError.self) { try numbers.value(for: key) }
    #expect(reading?.code == .invalidName)
    let writing = await #expect(throws: StoreError.self) { try await numbers.put(1, for: key) }
    #expect(writing?.code == .invalidName)
    await #expect(throws: StoreError.self) { try await numbers.delete(key) }
    #expect(try numbers.all() == [1])
  }

  @Test func twoSpellingsOfOneWordAreOneKey() async throws {
    let numbers = try Store.inMemory().collection("numbers", of: Int.self)
    try await numbers.put(1, for: "cafe\u{301}/1")
    try await numbers.put(2, for: "caf\u{E9}/1")
    #expect(try numbers.count() == 1)
    #expect(try numbers.value(for: "cafe\u{301}/1") == 2)
    #expect(try numbers.all(prefix: "cafe\u{301}") == [2])
    #expect(try numbers.item(for: "cafe\u{301}/1")?.key.unicodeScalars.count == 6)
  }

  @Test(arguments: [
    ("a_", ["a_", "a_1", "a_\u{10FFFF}"]), ("a%", ["a%", "a%x"]),
    ("a", ["a%", "a%x", "a_", "a_1", "a_\u{10FFFF}", "ab"]),
    ("A", ["A_"]), ("\u{7F}", ["\u{7F}x"]), ("\u{10FFFF}", ["\u{10FFFF}", "\u{10FFFF}z"]), ("zz", []),
    ("é", ["é", "é1"]), ("*", ["*"]),
  ])
  func aPrefixMeansExactlyThat(prefix: String, keys: [String]) async throws {
    let texts = try Store.inMemory().collection("texts", of: String.self)
    let all = [
      "*", "A_", "a%", "a%x", "a_", "a_1", "a_\u{10FFFF}", "ab", "b", "\u{7F}x", "é", "é1", "ê", "\u{10FFFF}",
      "\u{10FFFF}z",
    ]
    for key in all.shuffled() { try await texts.put(key, for: key) }
    #expect(try texts.all(prefix: prefix) == keys)
    #expect(try texts.all(prefix: prefix, limit: 1) == Array(keys.prefix(1)))
    #expect(try texts.all(prefix: prefix, limit: 0).isEmpty)
    #expect(try texts.items(.prefix(prefix)).map(\.key) == keys)
    #expect(try texts.all() == all)
  }
}
