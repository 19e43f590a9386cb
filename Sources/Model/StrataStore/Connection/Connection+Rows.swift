// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

/// One row of a collection, not decoded yet.
struct StoredRow: Sendable {
  var key: StoreKeyValue?
  var created: Double
  var modified: Double
  var expires: Double?
  var value: Data

  /// Whether the value counts no longer at a time: it is over, or was written later than now.
  func isExpired(at now: Double) -> Bool {
    guard let expires else { return false }
    return now >= expires || now < modified
  }
}

/// One row to be written.
struct NewRow: Sendable {
  var key: StoreKeyValue
  var expires: Double?
  var value: Data
  var isText: Bool
}

extension Connection {
  /// The row of a key, expired or not.
  mutating func row(_ layout: CollectionLayout, _ key: StoreKeyValue) throws(StoreError) -> StoredRow? {
    try first(.item, layout, key) { StoredRow($0) }
  }

  /// The value of a key, and whether it can expire.
  mutating func value(
    _ layout: CollectionLayout, _ key: StoreKeyValue
  ) throws(StoreError) -> (data: Data, expires: Bool)? {
    try first(.get, layout, key) { ($0.data(0), !$0.isNull(1)) }
  }

  /// Whether the value of a key can expire, without reading it; `nil` if there is none.
  mutating func expires(_ layout: CollectionLayout, _ key: StoreKeyValue) throws(StoreError) -> Bool? {
    try first(.get, layout, key) { !$0.isNull(1) }
  }

  /// What `read` makes of a key's row.
  private mutating func first<Result>(
    _ kind: CollectionLayout.Hot, _ layout: CollectionLayout, _ key: StoreKeyValue, _ read: (Statement) -> Result
  ) throws(StoreError) -> Result? {
    guard let statement = try statement(kind, layout) else { return nil }
    var result: Result?
    let code = key.bound(to: statement, at: 1) {
      let code = sqlite3_step(statement.pointer)
      if code == SQLITE_ROW { result = read(statement) }
      return code
    }
    guard code == SQLITE_ROW || code == SQLITE_DONE else { return try absent(statement, layout, kind, code) }
    statement.reset()
    return result
  }

  /// Writes a row; `false` if the collection has no table yet.
  mutating func put(_ layout: CollectionLayout, _ row: NewRow, now: Double) throws(StoreError) -> Bool {
    guard let statement = try statement(.put, layout) else { return false }
    statement.bind(now, at: 2)
    statement.bind(row.expires, at: 3)
    let code = row.value.withUnsafeBytes { bytes in
      statement.bind(bytes.bindMemory(to: UInt8.self), isText: row.isText, at: 4)
      return row.key.bound(to: statement, at: 1) { sqlite3_step(statement.pointer) }
    }
    guard code == SQLITE_DONE else { return try absent(statement, layout, .put, code) ?? false }
    statement.reset()
    return true
  }

  /// Deletes a key's row; `false` if there was none.
  mutating func delete(_ layout: CollectionLayout, _ key: StoreKeyValue) throws(StoreError) -> Bool {
    guard let statement = try statement(.delete, layout) else { return false }
    let code = key.bound(to: statement, at: 1) { sqlite3_step(statement.pointer) }
    guard code == SQLITE_DONE else { return try absent(statement, layout, .delete, code) ?? false }
    statement.reset()
    return changes > 0
  }

  /// The values of the text keys from one to before another, by key, expired or not.
  mutating func values(
    _ layout: CollectionLayout, from lower: String, to upper: String
  ) throws(StoreError) -> [Data] {
    guard let statement = try statement(.getRange, layout) else { return [] }
    statement.bind(.text(lower), at: 1)
    statement.bind(.text(upper), at: 2)
    var values: [Data] = []
    var code = sqlite3_step(statement.pointer)
    while code == SQLITE_ROW {
      values.append(statement.data(0))
      code = sqlite3_step(statement.pointer)
    }
    guard code == SQLITE_DONE else { return try absent(statement, layout, .getRange, code) ?? [] }
    statement.reset()
    return values
  }

  /// Deletes the rows of the text keys from one to before another; `false` if there were none.
  mutating func delete(
    _ layout: CollectionLayout, from lower: String, to upper: String
  ) throws(StoreError) -> Bool {
    guard let statement = try statement(.deleteRange, layout) else { return false }
    statement.bind(.text(lower), at: 1)
    statement.bind(.text(upper), at: 2)
    let code = sqlite3_step(statement.pointer)
    guard code == SQLITE_DONE else { return try absent(statement, layout, .deleteRange, code) ?? false }
    statement.reset()
    return changes > 0
  }

  /// After a failed step: `nil` if the table is gone, else the error.
  private mutating func absent<Result>(
    _ statement: Statement, _ layout: CollectionLayout, _ kind: CollectionLayout.Hot, _ code: Int32
  ) throws(StoreError) -> Result? {
    let error = StoreError(code, on: handle, sql: layout.sql(kind))
    statement.reset()
    guard try wasDropped(layout, error) else { throw error }
    return nil
  }

  /// Runs `body` if the collection has a table, also if that goes away meanwhile.
  mutating func ifPresent<Result>(
    _ layout: CollectionLayout, else absent: Result, _ body: (inout Self) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard try isPresent(layout) else { return absent }
    do {
      return try body(&self)
    } catch {
      guard try wasDropped(layout, error) else { throw error }
      return absent
    }
  }
}

extension StoredRow {
  /// Reads the columns created, modified, expires, value.
  init(_ statement: Statement, from column: Int32 = 0) {
    key = nil
    created = statement.number(column)
    modified = statement.number(column + 1)
    expires = statement.isNull(column + 2) ? nil : statement.number(column + 2)
    value = statement.data(column + 3)
  }
}
