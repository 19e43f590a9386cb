// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import StrataContract

/// One change of a store's content, run once in the life of a file.
///
/// ```swift
/// StoreMigration("books have a year") { transaction in
///   try transaction.rewrite("books", from: OldBook.self, to: Book.self) { Book($0) }
/// }
/// ```
///
/// A store runs those its file has not seen, in order and each in a transaction of its own: the first that throws
/// stops the opening, and its changes are undone. A fresh file runs them all, on nothing.
public struct StoreMigration: Sendable {
  /// The name that the file remembers.
  public let name: String
  let body: @Sendable (inout StoreTransaction) throws -> Void

  /// Makes a migration.
  ///
  /// - Parameters:
  ///   - name: A name that will never change.
  ///   - body: Makes the changes.
  public init(_ name: String, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) {
    self.name = name
    self.body = body
  }
}

extension StoreTransaction {
  /// Renames a collection. A missing one is fine; an existing one of the new name is an error.
  ///
  /// Its declared indexes are built again by its next write.
  ///
  /// - Throws: `invalidName` and what SQLite reports.
  public mutating func rename(_ name: String, to newName: String) throws(StoreError) {
    try checkActive()
    let (old, new) = (store.layout(name, .text), store.layout(newName, .text))
    if let problem = old.problem ?? new.problem { throw problem }
    for kind in [StoreKeyKind.text, .integer] {
      connection.forget(store.layout(name, kind))
      connection.forget(store.layout(newName, kind))
    }
    guard try connection.value("SELECT count(*) FROM sqlite_schema WHERE name = ?", [.text(old.name)]) != 0 else {
      return
    }
    let expires = try connection.isExpiring(old)
    for index in try connection.indexNames(old) { try connection.execute("DROP INDEX \(SQL.quoted(index))") }
    try connection.execute("ALTER TABLE \(old.table) RENAME TO \(new.table)")
    if expires {
      for sql in new.expiryCreations { try connection.execute(sql) }
      connection.forgetExpiry(new)
    }
    touched.formUnion([old.name, new.name])
  }

  /// Replaces every value of a collection by one of another type; keys and dates stay.
  ///
  /// - Parameters:
  ///   - name: The collection.
  ///   - old: The type that is stored.
  ///   - new: The type that will be.
  ///   - key: The type of the keys. Default: `String`.
  ///   - convert: Makes the new value; `nil` deletes the row.
  /// - Throws: `notDecodable` for a value that is not of the old type, what `convert` throws, what SQLite reports.
  public mutating func rewrite<Key: StoreKey, Old: Codable & Sendable, New: Codable & Sendable>(
    _ name: String, from old: Old.Type, to new: New.Type, keyedBy key: Key.Type = String.self,
    _ convert: (Old) throws -> New?
  ) throws {
    try checkActive()
    let before: StoreCollection<Key, Old> = collection(name, keyedBy: key)
    let after: StoreCollection<Key, New> = collection(name, keyedBy: key)
    let store = store
    let everything = try before.text(.all)
    for row in try connection.rows(before.layout, everything, now: { store.now }).content {
      let item: StoreItem<Key, Old> = try before.item(row)
      guard let value = try convert(item.value) else {
        try delete(item.key, in: before)
        continue
      }
      let text = try after.encoded(value, for: item.key)
      try connection.run(
        "UPDATE \(before.layout.table) SET value = ? WHERE key = ?",
        [.text(String(decoding: text, as: UTF8.self)), item.key.storeKey.normalized().value])
    }
    touched.insert(before.name)
  }
}

extension StoreTransaction {
  /// Brings text keys that something else wrote, such as an import or a shell, into Unicode's composed form.
  ///
  /// A store writes composed keys only and looks for nothing else. Of several spellings of one key the value that
  /// was written last stays; at the same time, the one that is composed already.
  ///
  /// - Returns: How many rows had another spelling.
  /// - Throws: What SQLite reports.
  @discardableResult
  public mutating func composeKeys(of name: String) throws(StoreError) -> Int {
    try checkActive()
    let layout = store.layout(name, .text)
    guard try connection.isPresent(layout) else { return 0 }
    var others: [(key: String, composed: String, modified: Double)] = []
    try connection.each("SELECT key, modified FROM \(layout.table) ORDER BY modified, key") { statement in
      let key = statement.text(0)
      guard let composed = key.normalForm(), !composed.utf8.elementsEqual(key.utf8) else { return }
      others.append((key, composed, statement.number(1)))
    }
    for other in others {
      let keys: [StoreValue] = [.text(other.composed), .real(other.modified)]
      try connection.run("DELETE FROM \(layout.table) WHERE key = ? AND modified < ?", keys)
      try connection.run(
        "UPDATE OR IGNORE \(layout.table) SET key = ? WHERE key = ?", [.text(other.composed), .text(other.key)])
      try connection.run("DELETE FROM \(layout.table) WHERE key = ?", [.text(other.key)])
    }
    if !others.isEmpty { touched.insert(layout.name) }
    return others.count
  }
}

extension Connection {
  /// The indexes that we made for a collection.
  mutating func indexNames(_ layout: CollectionLayout) throws(StoreError) -> [String] {
    var names: [String] = []
    try each(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND name LIKE 'strata!_%' ESCAPE '!'",
      [.text(layout.name)]
    ) { names.append($0.text(0)) }
    return names
  }
}

extension Store {
  /// Runs the migrations that the file has not seen.
  func migrate(_ seen: [String]) throws(StoreError) {
    let migrations = configuration.migrations
    try check(seen)
    if seen.count == migrations.count { return }
    if configuration.isReadOnly {
      throw StoreError(.notAllowed, "the file needs migrations: open it to write once")
    }
    do {
      for (number, migration) in migrations.enumerated() { try run(migration, number) }
    } catch let error as StoreError {
      throw noted(error)
    } catch {
      throw StoreError(.failed, "a migration failed: \(error)")
    }
  }

  /// The migrations that the file has seen must be the first of those that the code has.
  private func check(_ seen: [String]) throws(StoreError) {
    let migrations = configuration.migrations
    if seen.count > migrations.count {
      throw StoreError(
        .superseded, "the file knows the migration '\(seen[migrations.count])' and this code does not: update the app")
    }
    for (name, migration) in zip(seen, migrations) where name != migration.name {
      throw StoreError(
        .misdeclared,
        "the file has run the migration '\(name)' where the code has '\(migration.name)': "
          + "never rename or reorder what was shipped")
    }
  }

  /// Runs one migration, unless another process has just done so.
  private func run(_ migration: StoreMigration, _ number: Int) throws {
    try writer.withLock { connection in
      if connection.handle == nil { try open(&connection) }
      _ = try transact(&connection) { transaction in
        let seen = try transaction.connection.first(
          "SELECT name FROM strata_migrations WHERE number = ?", [.integer(Int64(number))]
        ) { $0.text(0) }
        guard seen == nil else { return }
        try migration.body(&transaction)
        let record: [StoreValue] = [.integer(Int64(number)), .text(migration.name), .real(now)]
        try transaction.connection.run("INSERT INTO strata_migrations VALUES (?, ?, ?)", record)
      }
    }
  }
}
