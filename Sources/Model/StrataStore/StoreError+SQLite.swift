// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

extension StoreError {
  /// Wraps what SQLite reports about its last call on a connection.
  init(_ result: Int32, on handle: OpaquePointer?, sql: String? = nil) {
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? result
    let code = extended & 0xFF == result & 0xFF ? extended : result
    let text = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(result))
    let file = handle.flatMap { sqlite3_db_filename($0, "main") }.map { String(cString: $0) } ?? ""
    self.init(
      code, systemError: handle.map { sqlite3_system_errno($0) } ?? 0,
      text: file.isEmpty ? text : "\(file): \(text)", sql: sql)
  }

  /// A file's name leads elsewhere, or nowhere.
  init(movedFrom file: StoreFile) {
    self.init(.moved, "\(file.path) was moved or deleted while it was open: open the store again")
  }

  /// Wraps a result code of SQLite and the system's error number that came with it.
  package init(_ result: Int32, systemError: Int32, text: String, sql: String? = nil) {
    let code = Code(result, systemError: systemError)
    let advice =
      switch code {
      case .busy: "another process holds the file; try again"
      case .full: "free some space, then write again"
      case .corrupt: "restore a backup, or open with damage: .setAside"
      case .locked: "the system denies access now (is the device locked?); try again later"
      case .moved: "open the store again"
      default: ""
      }
    let system = systemError == 0 ? "" : ", \(String(cString: strerror(systemError)))"
    let message = "\(text) (SQLite \(result)\(system))" + (advice.isEmpty ? "" : ": \(advice)")
    self.init(code, message, sqliteCode: result, sql: sql)
  }
}

extension StoreError.Code {
  /// Sorts SQLite's result codes. A denied access is no damage, and a full disk is no other I/O error.
  init(_ result: Int32, systemError: Int32) {
    let isDenied = systemError == EPERM || systemError == EACCES
    let isFull = systemError == ENOSPC || systemError == EDQUOT
    self =
      switch result & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      case SQLITE_AUTH, SQLITE_PERM: .locked
      case SQLITE_IOERR where isFull: .full
      case SQLITE_IOERR where isDenied, SQLITE_CANTOPEN where isDenied, SQLITE_NOTADB where isDenied: .locked
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_READONLY where result == StoreError.movedDatabase: .moved
      case SQLITE_READONLY where isDenied: .locked
      case SQLITE_READONLY: .notAllowed
      default: .failed
      }
  }
}

extension StoreError {
  /// SQLITE_READONLY_DBMOVED, a macro that Swift does not import.
  static let movedDatabase: Int32 = SQLITE_READONLY | (4 << 8)
}
