// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
public import Foundation

/// A damaged file that was set aside when the store was opened.
public struct StoreDamage: Sendable {
  /// What SQLite found.
  public let error: StoreError
  /// Where the damaged file is now, with its companions beside it.
  public let location: URL
  /// When it was set aside, by the store's clock.
  public let date: Date
}

extension StoreFile {
  /// What set-aside files are called: the file's name, then this, then the date.
  static let asideMark = ".damaged-"

  /// Looks at every page, if a read met damage before.
  func examine(_ connection: borrowing Connection) throws(StoreError) {
    guard isSuspect else { return }
    let answer = try connection.value("PRAGMA quick_check(1)")
    guard answer == .text("ok") else { throw StoreError(.corrupt, "\(path) is damaged: \(answer)") }
    remove(suspicion)
  }

  /// Renames a damaged file with its companions; called with the file's lock held.
  func setAside(_ error: StoreError, at date: Date) throws(StoreError) -> StoreDamage {
    let location = freeName(at: date)
    do {
      try FileManager.default.moveItem(at: url, to: location)
    } catch {
      throw StoreError(.failed, "the damaged file \(path) cannot be set aside: \(error)")
    }
    for suffix in ["-wal", "-shm", "-journal"] {
      try? FileManager.default.moveItem(atPath: path + suffix, toPath: location.path(percentEncoded: false) + suffix)
    }
    remove(suspicion)
    return StoreDamage(error: error, location: location, date: date)
  }

  private func freeName(at date: Date) -> URL {
    let day = date.formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: false).timeSeparator(.omitted))
    let stem = url.lastPathComponent + Self.asideMark + day
    let folder = url.deletingLastPathComponent()
    let names = (1...).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }
    let name = names.first { !FileManager.default.fileExists(atPath: folder.appending(path: $0).path) } ?? stem
    return folder.appending(path: name)
  }

  /// Every file that was set aside.
  var setAsideFiles: [URL] {
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    return names.filter { $0.hasPrefix(url.lastPathComponent + Self.asideMark) }.map { folder.appending(path: $0) }
  }
}
