// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// A row as it lies in the file: decoded when no lock is held.
struct StoredRow {
  let key: String
  let stored: StoredValue
  let created: Date
  let modified: Date

  /// Of the columns key, value, created, modified.
  init(_ row: Statement) {
    key = row.text(0)
    stored = row.stored(1)
    created = row.date(2)
    modified = row.date(3)
  }
}

extension StoreCollection {
  private var table: String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

  func row(for key: String, _ connection: Connection) throws(StoreError) -> StoredRow? {
    let key = try checked(key)
    guard try isThere(connection) else { return nil }
    var found: StoredRow?
    let sql = "SELECT key, value, created, modified FROM \(table) WHERE key = ?1"
    try connection.run(sql, [.text(key)]) { row in found = StoredRow(row) }
    return found
  }

  func rows(prefix: String, limit: Int?, _ connection: Connection) throws(StoreError) -> [StoredRow] {
    guard try isThere(connection) else { return [] }
    var sql = "SELECT key, value, created, modified FROM \(table)"
    // A negative limit is none to SQLite; to us it is an empty answer.
    var values: [Bound] = [.integer(limit.map { max(0, $0) } ?? -1)]
    var end = Array(prefix.precomposedStringWithCanonicalMapping.utf8)
    if let last = end.last {
      values.append(.bytes(end))
      // The last byte of UTF-8 is never 0xFF: one more is the first key beyond the prefix.
      end[end.count - 1] = last + 1
      values.append(.bytes(end))
      sql += " WHERE key >= ?2 AND key < ?3"
    }
    var rows: [StoredRow] = []
    try connection.run(sql + " ORDER BY key LIMIT ?1", values) { row in rows.append(StoredRow(row)) }
    return rows
  }

  func count(_ connection: Connection) throws(StoreError) -> Int {
    guard try isThere(connection) else { return 0 }
    var count = 0
    try connection.run("SELECT count(*) FROM \(table)") { row in count = row.integer(0) }
    return count
  }

  func put(_ stored: StoredValue, for key: String, _ connection: Connection, at now: Date) throws(StoreError) {
    let key = try checked(key)
    if try !isThere(connection) { try connection.run(creation) }
    let value: Bound =
      switch stored {
      case .text(let text): .text(text)
      case .data(let data): .blob(data)
      }
    let sql = """
      INSERT INTO \(table) (key, value, created, modified) VALUES (?1, ?2, ?3, ?3)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, modified = excluded.modified
      """
    try connection.run(sql, [.text(key), value, .real(now.timeIntervalSince1970)])
    connection.touched.insert(name)
  }

  func delete(_ key: String, _ connection: Connection) throws(StoreError) -> Bool {
    let key = try checked(key)
    guard try isThere(connection) else { return false }
    try connection.run("DELETE FROM \(table) WHERE key = ?1", [.text(key)])
    guard connection.changes > 0 else { return false }
    connection.touched.insert(name)
    return true
  }

  func clear(_ connection: Connection) throws(StoreError) {
    guard try isThere(connection) else { return }
    try connection.run("DELETE FROM \(table)")
    connection.touched.insert(name)
  }

  /// Dates are seconds from 1970, as SQLite's date functions take them. The value has no type: text or blob.
  private var creation: String {
    """
    CREATE TABLE \(table) (
      key TEXT NOT NULL PRIMARY KEY, value NOT NULL, created REAL NOT NULL, modified REAL NOT NULL, expires REAL)
    """
  }

  private func isThere(_ connection: Connection) throws(StoreError) -> Bool {
    if name.isEmpty || name.utf8.contains(0) || name.lowercased().hasPrefix("sqlite_") {
      throw StoreError(
        .invalidName, "\(store.path): a collection cannot be named \(name.debugDescription)",
        nextStep: "Use a name that is not empty, has no NUL character and does not start with sqlite_.")
    }
    return try connection.hasTable(name)
  }
}
