// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite

/// One SQLite connection with its cached statements. Reached through a `Locked` alone; closed when released.
final class Connection {
  let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  private var tables: Set<String> = []
  /// The collections that the running transaction changed.
  var touched: Set<String> = []

  /// Opens a file, which is made if missing, or memory as `:memory:`.
  init(path: String, busyMilliseconds: Int32) throws(StoreError) {
    self.path = path
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let result = sqlite3_open_v2(path, &handle, flags, nil)
    guard result == SQLITE_OK, let handle else {
      let words = String(cString: sqlite3_errstr(result))
      sqlite3_close_v2(handle)
      throw .sqlite(result, words, in: path)
    }
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, busyMilliseconds)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// How many rows the statement just run changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Runs a statement to its end and gives each row to `row`.
  func run(
    _ sql: String, _ values: [Bound] = [], row: (Statement) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    let statement = try statement(sql)
    defer { statement.reset() }
    for (index, value) in values.enumerated() { try check(statement.bind(value, at: Int32(index + 1))) }
    while true {
      switch statement.step() {
      case SQLITE_ROW: try row(statement)
      case SQLITE_DONE: return
      default: throw error()
      }
    }
  }

  /// Runs `body` in one transaction: all of it is saved, or nothing.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    let known = tables
    touched = []
    try run("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      touched = []
      tables = known
      // A full disk has rolled back by itself.
      if sqlite3_get_autocommit(handle) == 0 { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Whether the file has the table; remembered once it has.
  func hasTable(_ name: String) throws(StoreError) -> Bool {
    if tables.contains(name) { return true }
    var found: String?
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?1 COLLATE NOCASE"
    try run(sql, [.text(name)]) { row in found = row.text(0) }
    guard let found else { return false }
    guard found == name else {
      throw StoreError(
        .invalidName, "\(path): the collection \"\(name)\" differs only in case from \"\(found)\"",
        nextStep: "Use one spelling, or a name that differs in more than case.")
    }
    tables.insert(name)
    return true
  }

  private func statement(_ sql: String) throws(StoreError) -> Statement {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { throw StoreError(.misuse, "empty statement", nextStep: "Give a statement.") }
    let statement = Statement(prepared)
    statements[sql] = statement
    return statement
  }

  private func check(_ result: Int32) throws(StoreError) {
    if result != SQLITE_OK { throw error() }
  }

  private func error() -> StoreError {
    .sqlite(sqlite3_extended_errcode(handle), String(cString: sqlite3_errmsg(handle)), in: path)
  }
}

@available(*, unavailable)
extension Connection: Sendable {}
