// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation
internal import StrataContract

extension Store {
  /// Opens the writer, or a reader, and sets it up. Called with the connection's lock held.
  func open(_ connection: inout Connection, isReader: Bool = false) throws(StoreError) {
    switch phase.withLock({ $0 }) {
    case .open: break
    case .suspended: throw StoreError(.closed, "the store is suspended: call resume() first")
    case .closed: throw StoreError(.closed, "the store was closed: open a new one")
    }
    try checkIdentity()
    do {
      try opener.connect(&connection, isReader: isReader)
    } catch {
      connection.close()
      throw error
    }
  }

  /// Connections are opened as they are needed, and all of them must lead to one file.
  func checkIdentity() throws(StoreError) {
    guard let file else { return }
    let found = Platform.identity(of: file.path)
    let isSame = identity.withLock { identity in
      if identity == nil { identity = found }
      return identity == found
    }
    guard isSame else { throw StoreError(movedFrom: file) }
  }
}

/// How connections to one file, or to memory, are opened and set up.
struct Opener: Sendable {
  let file: StoreFile?
  let configuration: StoreConfiguration

  /// Opens a store's first connection, and makes the file if it is missing; sets a damaged one aside if the policy
  /// says so. It is a reader, which is all that the first answer needs; in memory it is the writer.
  ///
  /// - Returns: The damage, and the names of the migrations that the file has seen.
  func begin(_ connection: inout Connection) throws(StoreError) -> (damage: StoreDamage?, migrations: [String]) {
    guard let file, !configuration.isReadOnly else { return (nil, try first(&connection)) }
    guard case .setAside(let report) = configuration.damage else {
      if !file.exists { try file.create(pageSize: configuration.pageSize) }
      return (nil, try first(&connection))
    }
    // NB: one process at a time. A connection to the damaged file that closes late would take the fresh one's log away.
    let (damage, migrations) = try Platform.withFileLock(file.lock) { () throws(StoreError) in
      if !file.exists { try file.create(pageSize: configuration.pageSize) }
      do throws(StoreError) {
        return (nil as StoreDamage?, try first(&connection))
      } catch {
        guard error.code == .corrupt else { throw error }
        let damage = try file.setAside(error, at: configuration.now())
        if !file.exists { try file.create(pageSize: configuration.pageSize) }
        return (damage, try first(&connection))
      }
    }
    if let damage { report(damage) }
    return (damage, migrations)
  }

  private func first(_ connection: inout Connection) throws(StoreError) -> [String] {
    do {
      try connect(&connection, isReader: file != nil)
      var names: [String] = []
      try connection.each("SELECT name FROM strata_migrations ORDER BY number") { names.append($0.text(0)) }
      if case .setAside = configuration.damage, let file, !configuration.isReadOnly { try file.examine(connection) }
      return names
    } catch {
      connection.close()
      throw error
    }
  }

  /// Opens a connection and sets it up.
  func connect(_ connection: inout Connection, isReader: Bool) throws(StoreError) {
    guard let file else {
      try connection.open(":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try StoreFile.stamp(&connection)
      return
    }
    let busyMilliseconds = configuration.busyMilliseconds
    if configuration.isReadOnly {
      try file.openToRead(&connection, busy: busyMilliseconds)
    } else {
      try connection.open(file.path, flags: SQLITE_OPEN_READWRITE)
      // SQLite falls back to reading where it may not write.
      if connection.isReadOnly {
        throw StoreError(.notAllowed, "\(file.path) cannot be written: change its rights, or open it to read only")
      }
      connection.setBusyTimeout(busyMilliseconds)
    }
    try retrying { () throws(StoreError) in try file.check(connection) }
    try connection.execute("PRAGMA cell_size_check = ON")
    try connection.execute("PRAGMA mmap_size = \(configuration.memoryMap)")
    if isReader || configuration.isReadOnly {
      try connection.execute("PRAGMA query_only = ON")
    } else {
      connection.watchPlace(file.path)
      try setUpWriter(&connection)
    }
  }

  private func setUpWriter(_ connection: inout Connection) throws(StoreError) {
    try retrying { () throws(StoreError) in
      // A restored backup is not in WAL mode yet.
      guard try connection.value("PRAGMA journal_mode") != .text("wal") else { return }
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    try connection.execute("PRAGMA synchronous = \(configuration.durability.synchronous)")
    try connection.execute("PRAGMA fullfsync = \(configuration.durability == .full ? "ON" : "OFF")")
    try connection.execute("PRAGMA journal_size_limit = 16777216")
    if let bytes = configuration.maximumSize {
      try connection.readPageSize()
      try connection.execute("PRAGMA max_page_count = \(max(1, bytes / connection.pageSize))")
    }
    connection.countLogPages()
  }

  /// Runs `body` again while the file is busy, for as long as the busy timeout says: several
  /// processes that open one file at launch get in each other's way.
  private func retrying<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let deadline = ContinuousClock.now + configuration.busyTimeout
    while true {
      do {
        return try body()
      } catch {
        guard error.code == .busy, ContinuousClock.now < deadline else { throw error }
        Thread.sleep(forTimeInterval: 0.005)
      }
    }
  }
}

extension StoreFile {
  /// Opens to read, also where neither the file nor its folder can be written.
  func openToRead(_ connection: inout Connection, busy: Int32) throws(StoreError) {
    do {
      try connection.open(path, flags: SQLITE_OPEN_READONLY)
      connection.setBusyTimeout(busy)
      _ = try connection.value("SELECT count(*) FROM sqlite_schema")
    } catch {
      connection.close()
      if error.code == .failed, !exists { throw StoreError(.failed, "there is no file \(path) to read") }
      let logSize = (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0
      guard error.code == .locked || error.sqliteCode & 0xFF == SQLITE_CANTOPEN || error.code == .notAllowed,
        logSize == 0
      else { throw error }
      // Nobody can write here and there is no log, so the file is whole as it is.
      try connection.open(immutableURI, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    }
  }

  /// Looks at the header: a store, of a format that this code knows?
  func check(_ connection: borrowing Connection) throws(StoreError) {
    let format = try connection.value("PRAGMA user_version")
    let application = try connection.value("PRAGMA application_id")
    guard application == .integer(Self.applicationID), case .integer(let number) = format else {
      let tables = try connection.value("SELECT count(*) FROM sqlite_schema")
      guard tables == .integer(0) else {
        throw StoreError(.failed, "\(path) is an SQLite file of something else: choose another name")
      }
      throw StoreError(.corrupt, "\(path) is empty, which a store's file never is: restore it or remove it")
    }
    if number > Self.format {
      throw StoreError(
        .superseded, "\(path) has format \(number) and this code knows \(Self.format): update the app")
    }
  }
}

extension StoreConfiguration.Durability {
  /// SQLite's word for it.
  fileprivate var synchronous: String {
    switch self {
    case .relaxed: "OFF"
    case .normal: "NORMAL"
    case .full: "FULL"
    }
  }
}
