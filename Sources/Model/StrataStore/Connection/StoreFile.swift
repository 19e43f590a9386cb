// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

/// The files of a store: the database, its log and shared memory, and what was set aside.
struct StoreFile: Sendable {
  /// "Stra", which tells our files from other SQLite files.
  static let applicationID: Int64 = 0x5374_7261
  /// The layout of tables that this code writes and reads.
  static let format: Int64 = 1

  /// SQLite's own.
  static let defaultPageSize = 4_096

  let url: URL
  let path: String
  var exists: Bool { Platform.identity(of: path) != nil }

  init(url: URL) {
    self.url = url
    path = url.path(percentEncoded: false)
  }

  /// What SQLite keeps beside the file.
  var companions: [String] { ["-wal", "-shm", "-journal"].map { path + $0 } }

  /// A note that a read met damage, so that the next opening looks at the whole file.
  var suspicion: String { path + "-suspect" }
  var isSuspect: Bool { Platform.identity(of: suspicion) != nil }

  /// Locked while a file is looked at for damage, and set aside.
  var lock: String { path + "-lock" }

  /// The URI that opens the file without a lock or a log.
  var immutableURI: String { url.absoluteString + "?immutable=1" }

  /// Makes a fresh, empty store under a private name and moves it in place as a whole.
  ///
  /// So an empty file at the place is never ours, and of several processes one makes the file and all use it.
  func create(pageSize: Int?) throws(StoreError) {
    let folder = url.deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw StoreError(.failed, "the folder \(folder.path(percentEncoded: false)) cannot be made: \(error)")
    }
    let fresh = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
    let freshPath = fresh.path(percentEncoded: false)
    defer { for path in StoreFile(url: fresh).companions + [freshPath] { remove(path) } }
    let refusal = Platform.createPrivateFile(at: freshPath)
    guard refusal == 0 else {
      throw StoreError(SQLITE_CANTOPEN, systemError: refusal, text: "no file can be made in \(folder.path)")
    }
    try fill(freshPath, pageSize)
    Platform.protect(freshPath)
    Platform.sync(freshPath)
    do {
      try FileManager.default.linkItem(at: fresh, to: url)
    } catch {
      guard !exists else { return }
      do { try FileManager.default.moveItem(at: fresh, to: url) } catch {
        throw StoreError(.failed, "the file \(path) cannot be made: \(error)")
      }
    }
    Platform.sync(folder.path(percentEncoded: false))
  }

  private func fill(_ path: String, _ pageSize: Int?) throws(StoreError) {
    var connection = Connection()
    try connection.open(path, flags: SQLITE_OPEN_READWRITE)
    if let pageSize { try connection.execute("PRAGMA page_size = \(pageSize)") }
    try connection.execute("PRAGMA journal_mode = WAL")
    try Self.stamp(&connection)
  }

  /// Marks an empty database as a store.
  static func stamp(_ connection: inout Connection) throws(StoreError) {
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute("PRAGMA application_id = \(applicationID)")
    try connection.execute("PRAGMA user_version = \(format)")
    try connection.execute(
      "CREATE TABLE strata_migrations(number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied REAL NOT NULL)")
    try connection.execute("COMMIT")
  }

  /// Removes a file; a missing one is fine.
  func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Notes that the file may be damaged.
  func suspect() { _ = Platform.createPrivateFile(at: suspicion) }
}
