// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// How connections are opened.
struct Opening {
  let durability: StoreDurability
  let busyMilliseconds: Int32

  func memory() throws(StoreError) -> Connection {
    try Connection(path: ":memory:", busyMilliseconds: busyMilliseconds)
  }

  func writer(of path: String) throws(StoreError) -> Connection {
    let isNew = !FileManager.default.fileExists(atPath: path)
    if isNew { try prepareFolder(of: path) }
    let connection = try Connection(path: path, busyMilliseconds: busyMilliseconds)
    // Before the first write: -wal and -shm take the file's rights. An error leaves the rights of the user's mask.
    if isNew { try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path) }
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.run(durability == .full ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
    return connection
  }

  func reader(of path: String) throws(StoreError) -> Connection {
    let connection = try Connection(path: path, busyMilliseconds: busyMilliseconds)
    try connection.run("PRAGMA query_only = 1")
    return connection
  }

  private func prepareFolder(of path: String) throws(StoreError) {
    let folder = URL(filePath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      var failure = StoreError(
        .inaccessible, "\(path): its folder cannot be made",
        nextStep: "Check that the path is right, and that the app may write there.")
      failure.underlying = error
      throw failure
    }
  }
}
