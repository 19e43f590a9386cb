// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataSQLite
import Foundation
import StrataContract
import StrataStore

struct ShellError: Error {
  let message: String
}

/// Runs SQL on a file as any other program would, without a store.
func shell(_ url: URL, _ sql: String) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  sqlite3_open(url.path, &handle)
  sqlite3_busy_timeout(handle, 5_000)
  guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
    throw ShellError(message: String(cString: sqlite3_errmsg(handle)))
  }
}

/// A clock that is set by hand.
final class Clock: Sendable {
  private let date: Locked<Date>
  init(_ date: Date) { self.date = Locked(date) }
  convenience init(_ seconds: Double) { self.init(Date(timeIntervalSince1970: seconds)) }
  var now: Date {
    get { date.withLock { $0 } }
    set { date.withLock { $0 = newValue } }
  }
  var seconds: Double {
    get { now.timeIntervalSince1970 }
    set { now = Date(timeIntervalSince1970: newValue) }
  }
}

extension Store {
  /// A store in memory with a configuration of its own.
  static func inMemory(_ configure: (inout StoreConfiguration) -> Void) throws(StoreError) -> Store {
    var configuration = StoreConfiguration()
    configure(&configuration)
    return try Store.inMemory(configuration)
  }
}

/// The rights of a file, as in `chmod`.
func rights(_ path: String) throws -> Int {
  let number = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
  return number?.intValue ?? -1
}

/// The code of the `StoreError` that `body` throws; `nil` if it throws none.
func code(_ body: () async throws -> Void) async -> StoreError.Code? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? StoreError)?.code
  }
}
