// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation
internal import StrataContract

extension Store {
  /// Closes the file and ends every `updates`. Later calls throw `closed`. Waits for a write that runs.
  ///
  /// A store also closes with its last reference.
  public func close() {
    phase.withLock { $0 = .closed }
    closeConnections()
    feed.finish()
  }

  /// Closes the store and deletes its file, everything beside it, and what was set aside as damaged.
  ///
  /// For what must vanish at sign-out: keep one file per user. The files are emptied first, so that whoever
  /// still holds them open reads nothing.
  ///
  /// - Throws: `failed` if a file cannot be deleted; the store is closed anyway.
  public func closeAndDelete() throws(StoreError) {
    // NB: closing removes the log with its content; so it is emptied before.
    if !configuration.isReadOnly {
      writer.withLock { connection in
        if connection.handle == nil { try? open(&connection) }
        connection.emptyLog()
      }
    }
    close()
    guard let file else { return }
    let aside = file.setAsideFiles.map { $0.path(percentEncoded: false) }
    for path in aside + file.companions + [file.suspicion, file.lock, file.path] {
      guard FileManager.default.fileExists(atPath: path) else { continue }
      do {
        // NB: the shared memory holds no values, and emptying it would stop a process that has it mapped.
        if !path.hasSuffix("-shm") { try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 0) }
        try FileManager.default.removeItem(atPath: path)
      } catch {
        throw StoreError(.failed, "\(path) cannot be deleted: \(error)")
      }
    }
    Platform.sync(file.url.deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Releases every lock on the file, before the system suspends the app.
  ///
  /// A file in a folder that apps share must not be locked while its app sleeps: the system ends such an app
  /// (0xdead10cc). Waits for a write that runs; calls until ``resume()`` throw `closed`. In memory it does nothing.
  public func suspend() {
    guard file != nil else { return }
    let isOpen = phase.withLock { phase in
      guard phase == .open else { return false }
      phase = .suspended
      return true
    }
    if isOpen { closeConnections() }
  }

  /// Lets a suspended store work again, and tells `updates` of what other processes did meanwhile.
  public func resume() {
    phase.withLock { if $0 == .suspended { $0 = .open } }
    feed.notify()
  }

  private func closeConnections() {
    for reader in readers { reader.withLock { $0.close() } }
    writer.withLock { $0.close() }
    identity.withLock { $0 = nil }
  }
}
