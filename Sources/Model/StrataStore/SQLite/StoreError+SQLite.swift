// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite

extension StoreError {
  /// Makes the error of what SQLite reported.
  static func sqlite(_ result: Int32, _ words: String, in path: String) -> StoreError {
    let (code, nextStep) = meaning(of: result & 0xFF)
    var error = StoreError(code, "\(path): \(words) (SQLite \(result))", nextStep: nextStep)
    error.resultCode = result
    return error
  }

  private static func meaning(of result: Int32) -> (Code, String) {
    switch result {
    case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "Try again, or raise the busy timeout.")
    case SQLITE_FULL: (.full, "Free space on the device; reads go on.")
    case SQLITE_CORRUPT: (.corrupt, "Set the file aside and open a fresh one, or restore a backup.")
    case SQLITE_NOTADB: (.notADatabase, "Choose another path, or move that file away.")
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY, SQLITE_IOERR:
      (.inaccessible, "Check that the path is right, and that the app may read and write there now.")
    default: (.unexpected, "Look the code up at sqlite.org/rescode.html.")
    }
  }

  static func closed(_ path: String) -> StoreError {
    StoreError(.closed, "\(path): the store was closed", nextStep: "Open it again before you use it.")
  }
}
