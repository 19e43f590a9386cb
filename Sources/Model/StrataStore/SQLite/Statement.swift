// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

/// A value for a statement's parameter.
enum Bound {
  case text(String)
  /// Text given as bytes, which need not be valid UTF-8: the end of a range of keys.
  case bytes([UInt8])
  case blob(Data)
  case real(Double)
  case integer(Int)
}

/// A prepared statement; finalized when released.
final class Statement {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func bind(_ value: Bound, at index: Int32) -> Int32 {
    switch value {
    case .text(var text): text.withUTF8 { bind(text: $0, at: index) }
    case .bytes(let bytes): bytes.withUnsafeBufferPointer { bind(text: $0, at: index) }
    // A null pointer would bind NULL: empty data is a blob of no bytes.
    case .blob(let data) where data.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
    case .blob(let data):
      data.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), Self.transient)
      }
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
    }
  }

  private func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    guard let start = text.baseAddress, !text.isEmpty else {
      return sqlite3_bind_text(handle, index, "", 0, Self.transient)
    }
    return start.withMemoryRebound(to: CChar.self, capacity: text.count) {
      sqlite3_bind_text64(handle, index, $0, UInt64(text.count), Self.transient, UInt8(SQLITE_UTF8))
    }
  }

  func step() -> Int32 { sqlite3_step(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func text(_ column: Int32) -> String {
    guard let start = sqlite3_column_text(handle, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func date(_ column: Int32) -> Date { Date(timeIntervalSince1970: sqlite3_column_double(handle, column)) }

  func stored(_ column: Int32) -> StoredValue {
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return .text(text(column)) }
    guard let start = sqlite3_column_blob(handle, column) else { return .data(Data()) }
    return .data(Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// Tells SQLite to copy what is bound: SQLITE_TRANSIENT, a cast that Swift does not import.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(OpaquePointer(bitPattern: -1), to: sqlite3_destructor_type.self)
  }
}

@available(*, unavailable)
extension Statement: Sendable {}
