// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct MigrationTests {
  private struct Refused: Error {}
  private struct Old: Codable { var name: String }
  private struct New: Codable, Equatable { var title: String }

  private func names(_ names: String...) -> [StoreMigration] { names.map { StoreMigration($0) { _ in } } }

  @Test func migrationsRunOnceAndInOrder() async throws {
    let file = TemporaryStore()
    try await file.open().collection("olds", of: Old.self).put(Old(name: "a"), for: "1", expires: .after(.seconds(900)))
    let migrations = [
      StoreMigration("rename") { try $0.rename("olds", to: "news") },
      StoreMigration("title") { try $0.rewrite("news", from: Old.self, to: New.self) { New(title: $0.name) } },
    ]
    for _ in 0..<2 {
      let store = try file.open { $0.migrations = migrations }
      let news = store.collection("news", of: New.self)
      #expect(try news.value(for: "1") == New(title: "a"))
      #expect(try news.item(for: "1")?.expires != nil)
      #expect(try await store.describe().migrations == ["rename", "title"])
    }
  }

  /// Field reports: a renamed migration, and an older build with a newer file.
  @Test(arguments: [
    (["a", "x"], StoreError.Code.misdeclared), (["b", "a"], .misdeclared), (["a"], .superseded), ([], .superseded),
    (["x"], .superseded),
  ])
  func alteredHistoryIsFoundBeforeAnythingIsTouched(list: [String], expected: StoreError.Code) async throws {
    let file = TemporaryStore()
    let store = try file.open { $0.migrations = names("a", "b") }
    try await store.collection("n", of: Int.self).put(1, for: "k")
    store.close()
    let before = try Data(contentsOf: file.url)
    let migrations = list.map { name in StoreMigration(name) { try $0.drop("n") } }
    #expect(await code { _ = try file.open { $0.migrations = migrations } } == expected)
    #expect(try Data(contentsOf: file.url) == before)
    #expect(try file.open { $0.migrations = names("a", "b") }.collection("n", of: Int.self).value(for: "k") == 1)
  }

  @Test func aFailedMigrationIsUndoneAndTheOnesBeforeStay() async throws {
    let file = TemporaryStore()
    try await file.open().collection("a", of: Int.self).put(1, for: "k")
    let first = StoreMigration("first") { try $0.put(2, for: "l", in: $0.collection("a", of: Int.self)) }
    let failing = StoreMigration("second") {
      try $0.drop("a")
      throw Refused()
    }
    #expect(await code { _ = try file.open { $0.migrations = [first, failing] } } == .failed)
    let store = try file.open { $0.migrations = [first] }
    #expect(try store.collection("a", of: Int.self).all() == [1, 2])
    store.close()
    let fixed = try file.open { $0.migrations = [first, StoreMigration("second") { try $0.drop("a") }] }
    #expect(try fixed.collection("a", of: Int.self).count() == 0)
  }

  @Test func aFreshFileRunsThemAllOnNothing() async throws {
    let file = TemporaryStore()
    let store = try file.open {
      $0.migrations = [
        StoreMigration("a") { try $0.rename("none", to: "other") },
        StoreMigration("b") { try $0.rewrite("other", from: Old.self, to: New.self) { New(title: $0.name) } },
        StoreMigration("c") { try $0.drop("other") },
        StoreMigration("d") { try $0.composeKeys(of: "other") },
      ]
    }
    #expect(try await store.describe().migrations == ["a", "b", "c", "d"])
    #expect(try await store.describe().collections.isEmpty)
  }

  @Test func aMigrationThatMeetsAnUnreadableValueStopsAndKeepsIt() async throws {
    let file = TemporaryStore()
    try await file.open().collection("x", of: Int.self).put(1, for: "k")
    let migration = StoreMigration("a") {
      try $0.rewrite("x", from: Old.self, to: New.self) { New(title: $0.name) }
    }
    #expect(await code { _ = try file.open { $0.migrations = [migration] } } == .notDecodable)
    #expect(try file.open().collection("x", of: Int.self).value(for: "k") == 1)
  }

  @Test func renamingOntoAnExistingCollectionIsAnError() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    try await store.collection("a", of: Int.self).put(1, for: "k")
    try await store.collection("b", of: Int.self).put(2, for: "k")
    store.close()
    #expect(
      await code { _ = try file.open { $0.migrations = [StoreMigration("r") { try $0.rename("a", to: "b") }] } } != nil)
    #expect(try file.open().collection("b", of: Int.self).value(for: "k") == 2)
  }

  @Test func aReadOnlyStoreDoesNotMigrateAndSaysSo() async throws {
    let file = TemporaryStore()
    try file.open().close()
    let open = {
      _ = try file.open {
        $0.access = .readOnly
        $0.migrations = names("a")
      }
    }
    #expect(await code { try open() } == .notAllowed)
    try file.open { $0.migrations = names("a") }.close()
    try open()
  }

  @Test func renamedIndexesAreBuiltAgain() async throws {
    let file = TemporaryStore()
    let indexed = [StoreIndex<New>(\.title)]
    try await file.open().collection("a", of: New.self, indexes: indexed).put(New(title: "x"), for: "1")
    let store = try file.open { $0.migrations = [StoreMigration("r") { try $0.rename("a", to: "b") }] }
    let moved = store.collection("b", of: New.self, indexes: indexed)
    #expect(try moved.count(.where(.equal(\.title, "x"))) == 1)
    try await moved.prepare()
    #expect(try moved.explain(.where(.equal(\.title, "x"))).first?.contains("USING INDEX") == true)
  }

  /// Field report: old rows in both spellings: the one written last survives.
  @Test(arguments: [
    ([("e\u{301}", 1.0, "old"), ("\u{E9}", 2.0, "new")], "new"),
    ([("e\u{301}", 2.0, "new"), ("\u{E9}", 1.0, "old")], "new"),
    ([("e\u{301}", 1.0, "other"), ("\u{E9}", 1.0, "composed")], "composed"),
    ([("e\u{301}", 1.0, "only")], "only"),
  ])
  func spellingsOfOneKeyAreMergedByARule(rows: [(String, Double, String)], winner: String) async throws {
    let file = TemporaryStore()
    let store = try file.open()
    try await store.collection("t", of: String.self).put("kept", for: "z")
    store.close()
    for (key, time, value) in rows {
      try shell(file.url, "INSERT INTO t VALUES ('\(key)', \(time), \(time), NULL, '\"\(value)\"')")
    }
    let merged = try file.open { $0.migrations = [StoreMigration("compose") { try $0.composeKeys(of: "t") }] }
    let texts = merged.collection("t", of: String.self)
    #expect(try texts.value(for: "e\u{301}") == winner)
    #expect(try texts.all() == ["kept", winner])
    #expect(try texts.keys().map { $0.unicodeScalars.count } == [1, 1])
  }
}
