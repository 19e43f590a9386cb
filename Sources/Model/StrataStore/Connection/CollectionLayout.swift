// Part of Strata.
// SPDX-License-Identifier: MIT

/// Where a collection's rows are, and the SQL that reaches them. One per name and kind of key.
///
/// The small columns come first: SQLite then reads them without walking through a large value.
final class CollectionLayout: Sendable {
  let id: Int
  let name: String
  let kind: StoreKeyKind
  /// The table's name, quoted.
  let table: String
  /// What is wrong with the name; thrown by the first use.
  let problem: StoreError?

  init(id: Int, name: String, kind: StoreKeyKind) {
    self.id = id
    self.kind = kind
    let normal = name.normalForm()
    self.name = normal ?? ""
    table = SQL.quoted(self.name)
    problem = Self.problem(name, isClean: normal != nil)
  }

  private static func problem(_ name: String, isClean: Bool) -> StoreError? {
    let lower = name.lowercased()
    if name.isEmpty { return StoreError(.invalidName, "a collection's name cannot be empty") }
    if !isClean { return StoreError(.invalidName, "the collection name '\(name)' holds a NUL character") }
    if lower.hasPrefix("sqlite_") || lower.hasPrefix("strata_") {
      return StoreError(.invalidName, "the collection name '\(name)' begins with a reserved prefix: choose another")
    }
    return nil
  }

  /// The columns as the file's schema must show them.
  var columns: String {
    let key = kind == .text ? "key TEXT PRIMARY KEY NOT NULL" : "key INTEGER PRIMARY KEY NOT NULL"
    return "(\(key), created REAL NOT NULL, modified REAL NOT NULL, expires REAL, value NOT NULL)"
  }

  var creation: String { "CREATE TABLE \(table)\(columns)" }

  /// The names of the two indexes that exist from the first value that expires.
  var expiryIndex: String { "strata_expires:\(name)" }
  var writtenIndex: String { "strata_written:\(name)" }
  var fieldIndexPrefix: String { "strata_index:\(name):" }

  var expiryCreations: [String] {
    [(expiryIndex, "expires"), (writtenIndex, "modified")].map {
      "CREATE INDEX IF NOT EXISTS \(SQL.quoted($0)) ON \(table)(\($1)) WHERE expires IS NOT NULL"
    }
  }

  /// The statements that each value goes through; each connection keeps them prepared.
  enum Hot: Int {
    case get, item, put, delete, getRange, deleteRange

    static var count: Int { 6 }
  }

  func sql(_ hot: Hot) -> String {
    switch hot {
    case .get: "SELECT value, expires FROM \(table) WHERE key = ?1"
    case .item: "SELECT created, modified, expires, value FROM \(table) WHERE key = ?1"
    case .put:
      """
      INSERT INTO \(table)(key, created, modified, expires, value) VALUES (?1, ?2, ?2, ?3, ?4) \
      ON CONFLICT(key) DO UPDATE SET modified = ?2, expires = ?3, value = ?4, \
      created = CASE WHEN expires <= ?2 OR (expires IS NOT NULL AND modified > ?2) THEN ?2 ELSE created END
      """
    case .delete: "DELETE FROM \(table) WHERE key = ?1"
    case .getRange: "SELECT value FROM \(table) WHERE key >= ?1 AND key < ?2 ORDER BY key"
    case .deleteRange: "DELETE FROM \(table) WHERE key >= ?1 AND key < ?2"
    }
  }
}

/// How names and texts are written into SQL. Values never are.
enum SQL {
  /// A name in double quotes.
  static func quoted(_ name: String) -> String {
    // NB: the first replacing of a process costs as much as opening a file.
    "\"" + (name.utf8.contains(UInt8(ascii: "\"")) ? name.replacing("\"", with: "\"\"") : name) + "\""
  }

  /// A text in single quotes.
  static func literal(_ text: String) -> String { "'" + text.replacing("'", with: "''") + "'" }
}
