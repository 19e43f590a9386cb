// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite

extension Connection {
  /// Runs a statement that gives no rows.
  mutating func run(_ sql: String, _ values: [StoreValue] = []) throws(StoreError) {
    try each(sql, values) { _ in }
  }

  /// Runs a statement and hands over its rows one by one.
  mutating func each(
    _ sql: String, _ values: [StoreValue] = [], _ body: (Statement) -> Void
  ) throws(StoreError) {
    let statement = try statement(sql)
    try each(statement, sql, values, body)
  }

  /// Runs a prepared statement and hands over its rows one by one.
  func each(
    _ statement: Statement, _ sql: String, _ values: [StoreValue], _ body: (Statement) -> Void
  ) throws(StoreError) {
    let expected = Int(sqlite3_bind_parameter_count(statement.pointer))
    guard values.count == expected else {
      throw StoreError(.failed, "the SQL takes \(expected) values, not \(values.count)", sql: sql)
    }
    for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
    var code = sqlite3_step(statement.pointer)
    while code == SQLITE_ROW {
      body(statement)
      code = sqlite3_step(statement.pointer)
    }
    let error = code == SQLITE_DONE ? nil : StoreError(code, on: handle, sql: sql)
    statement.reset()
    if !values.isEmpty { sqlite3_clear_bindings(statement.pointer) }
    if let error { throw error }
  }

  /// The first row of a query, read by `read`.
  mutating func first<Result>(
    _ sql: String, _ values: [StoreValue] = [], _ read: (Statement) -> Result
  ) throws(StoreError) -> Result? {
    var result: Result?
    try each(sql, values) { if result == nil { result = read($0) } }
    return result
  }

  /// Runs SQL that cannot stay prepared, such as a pragma or a change of the schema.
  func execute(_ sql: String, _ values: [StoreValue] = []) throws(StoreError) {
    let statement = try prepare(sql, isKept: false)
    defer { sqlite3_finalize(statement.pointer) }
    try each(statement, sql, values) { _ in }
  }

  /// Reads a pragma, or another query that should not stay prepared.
  func value(_ sql: String, _ values: [StoreValue] = []) throws(StoreError) -> StoreValue {
    let statement = try prepare(sql, isKept: false)
    defer { sqlite3_finalize(statement.pointer) }
    var result = StoreValue.null
    try each(statement, sql, values) { result = $0.value(0) }
    return result
  }

  /// Begins the one kind of transaction that writes: it waits for others instead of failing (L19).
  mutating func begin() throws(StoreError) { try run("BEGIN IMMEDIATE") }

  mutating func commit() throws(StoreError) { try run("COMMIT") }

  /// Undoes what was not committed; SQLite may have done it already.
  mutating func rollBack() {
    forgetTables()
    guard isInTransaction else { return }
    // A failed ROLLBACK leaves nothing to undo: SQLite documents it as harmless.
    try? run("ROLLBACK")
  }
}
