// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite

extension Store {
  /// Reads by SQL of your own, for questions that a query cannot ask.
  ///
  /// A collection is a table of its name with the columns `key`, `created`, `modified`, `expires` (seconds since 1970)
  /// and `value` (JSON text). Only `SELECT` is let through; expired rows are there until a read of the collection.
  ///
  /// - Parameters:
  ///   - sql: One statement, with `?` for each value.
  ///   - arguments: The values.
  /// - Throws: `notAllowed` for SQL that would do more than read, and what SQLite reports.
  public func rows(_ sql: String, _ arguments: StoreValue...) throws(StoreError) -> [StoreRow] {
    try read { connection throws(StoreError) in
      let statement = try connection.prepareToRead(sql)
      defer { sqlite3_finalize(statement.pointer) }
      let columns = (0..<sqlite3_column_count(statement.pointer)).map { column in
        sqlite3_column_name(statement.pointer, column).map { String(cString: $0) } ?? ""
      }
      var rows: [StoreRow] = []
      try connection.each(statement, sql, arguments) { statement in
        rows.append(StoreRow(columns: columns, values: columns.indices.map { statement.value(Int32($0)) }))
      }
      return rows
    }
  }
}

extension Connection {
  /// Prepares SQL that may read tables and call functions, and nothing else.
  fileprivate func prepareToRead(_ sql: String) throws(StoreError) -> Statement {
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        let allowed = [SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE]
        return allowed.contains(action) ? SQLITE_OK : SQLITE_DENY
      }, nil)
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    do {
      return try prepare(sql, isKept: false)
    } catch {
      guard error.sqliteCode & 0xFF == SQLITE_AUTH else { throw error }
      throw StoreError(.notAllowed, "only SELECT can be run here; write through the collections", sql: sql)
    }
  }
}
