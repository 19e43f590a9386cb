// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

/// A prepared statement. Its connection owns it, and finalizes it.
struct Statement {
  let pointer: OpaquePointer

  /// Binds a value; SQLite copies it. `index` counts from 1.
  func bind(_ value: StoreValue, at index: Int32) {
    switch value {
    case .null: sqlite3_bind_null(pointer, index)
    case .integer(let number): sqlite3_bind_int64(pointer, index, number)
    case .real(let number): sqlite3_bind_double(pointer, index, number)
    case .text(var text):
      text.withUTF8 { bind($0, isText: true, at: index, lives: strata_sqlite_transient()) }
    case .blob(let data):
      data.withUnsafeBytes {
        bind($0.bindMemory(to: UInt8.self), isText: false, at: index, lives: strata_sqlite_transient())
      }
    }
  }

  func bind(_ date: Double?, at index: Int32) {
    if let date { sqlite3_bind_double(pointer, index, date) } else { sqlite3_bind_null(pointer, index) }
  }

  /// Binds bytes. Without `lives` they must stay until the statement is reset.
  func bind(
    _ bytes: UnsafeBufferPointer<UInt8>, isText: Bool, at index: Int32, lives: sqlite3_destructor_type? = nil
  ) {
    // NB: a nil address would bind NULL, and an empty value is not a missing one.
    let address = UnsafeRawPointer(bytes.baseAddress) ?? UnsafeRawPointer(bitPattern: 1)
    if isText {
      let characters = address?.assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text64(pointer, index, characters, UInt64(bytes.count), lives, UInt8(SQLITE_UTF8))
    } else {
      sqlite3_bind_blob64(pointer, index, address, UInt64(bytes.count), lives)
    }
  }

  /// The bytes of a column, copied. Text comes as its UTF-8.
  func data(_ column: Int32) -> Data {
    guard let bytes = sqlite3_column_blob(pointer, column) else { return Data() }
    return Data(bytes: bytes, count: Int(sqlite3_column_bytes(pointer, column)))
  }

  /// The text of a column, also if it holds a NUL.
  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(pointer, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  func number(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

  /// The value of a column.
  func value(_ column: Int32) -> StoreValue {
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(number(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(data(column))
    default: .null
    }
  }

  /// Ends the statement's run and with it its read of the file.
  func reset() { sqlite3_reset(pointer) }
}
