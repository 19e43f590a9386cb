// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
public import Foundation
internal import StrataContract

extension Store {
  /// Looks at every page of the file.
  ///
  /// - Returns: What is wrong, one line each; empty if all is well.
  /// - Throws: `corrupt` if the file cannot even be looked at, and what else SQLite reports.
  @concurrent
  public func integrityCheck() async throws(StoreError) -> [String] {
    try read { connection throws(StoreError) in
      var lines: [String] = []
      try connection.each("PRAGMA integrity_check") { lines.append($0.text(0)) }
      return lines == ["ok"] ? [] : lines
    }
  }

  /// Writes a copy of the whole store as it is now to another file, while the store is in use.
  ///
  /// - Parameter url: A file URL where nothing is yet. The copy appears there when it is complete.
  /// - Throws: `full`, `failed` if there is a file already, and what else SQLite reports.
  @concurrent
  public func backup(to url: URL) async throws(StoreError) {
    let target = StoreFile(url: url)
    if target.exists { throw StoreError(.failed, "\(target.path) exists: choose another name, or remove it") }
    let part = StoreFile(url: url.appendingPathExtension("part"))
    part.remove(part.path)
    defer { part.remove(part.path) }
    let refusal = Platform.createPrivateFile(at: part.path)
    guard refusal == 0 else {
      throw StoreError(SQLITE_CANTOPEN, systemError: refusal, text: "\(part.path) cannot be made")
    }
    try read { connection throws(StoreError) in
      // VACUUM INTO writes to the copy alone, which query_only forbids all the same.
      try connection.execute("PRAGMA query_only = OFF")
      defer { if !readers.isEmpty { try? connection.execute("PRAGMA query_only = ON") } }
      try connection.execute("VACUUM INTO ?", [.text(part.path)])
    }
    Platform.sync(part.path)
    do { try FileManager.default.moveItem(at: part.url, to: url) } catch {
      throw StoreError(.failed, "\(target.path) cannot be made: \(error)")
    }
  }

  /// Looks whether another process has written to the file, and if so tells every `updates`.
  ///
  /// Call it when the app comes to the foreground, or let ``watchOtherProcesses(every:clock:)`` do it.
  ///
  /// - Returns: Whether something was written since the last look.
  /// - Throws: What SQLite reports.
  @discardableResult
  public func noticeOtherProcesses() throws(StoreError) -> Bool {
    let version: StoreValue = try writer.withLock { connection throws(StoreError) in
      if connection.handle == nil { try open(&connection) }
      return try connection.value("PRAGMA data_version")
    }
    let last = dataVersion.withLock { last in
      defer { last = version }
      return last
    }
    guard last != .null, last != version else { return false }
    feed.notify()
    return true
  }

  /// Looks for writes of other processes again and again, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time between two looks.
  ///   - clock: Default: the continuous clock.
  /// - Throws: What SQLite reports, and `CancellationError`.
  @concurrent
  public func watchOtherProcesses(
    every interval: Duration, clock: some Clock<Duration> = ContinuousClock()
  ) async throws {
    while true {
      try noticeOtherProcesses()
      try await clock.sleep(for: interval)
    }
  }
}
