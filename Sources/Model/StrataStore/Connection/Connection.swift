// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation

/// One SQLite connection with its prepared statements. It lives behind a lock, and nobody keeps it.
struct Connection: ~Copyable {
  private(set) var handle: OpaquePointer?
  /// Statements of each layout, by its id and `CollectionLayout.Hot`.
  private var hot: [Statement?] = []
  /// Other statements by their SQL.
  private var others: [String: Statement] = [:]
  /// The layouts whose tables were compared with the file's schema.
  private var present: [Int] = []
  /// Which layouts had values that expire, and the data version when that was looked up.
  private var expiring: [Int: (answer: Bool, version: UInt32)] = [:]
  /// What a commit left in the log, in pages. SQLite writes it through the commit hook.
  private var walPages: UnsafeMutablePointer<Int32>?
  /// How many bytes a page has.
  private(set) var pageSize = StoreFile.defaultPageSize
  /// Tells cheaply whether the file may have moved.
  private var place: FilePlace?

  init() {}

  deinit {
    Self.close(handle, hot, others, walPages)
    place?.close()
  }

  /// Opens the connection.
  ///
  /// - Parameters:
  ///   - path: A file's path or an SQLite URI.
  ///   - flags: SQLite's open flags; the connection is not serialized by SQLite but by our lock.
  mutating func open(_ path: String, flags: Int32) throws(StoreError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK else {
      let error = StoreError(code, on: opened, sql: nil)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
  }

  /// Finalizes the statements and closes; a later use must open again.
  mutating func close() {
    Self.close(handle, hot, others, walPages)
    place?.close()
    (handle, hot, others, present, expiring, walPages, place) = (nil, [], [:], [], [:], nil, nil)
  }

  private static func close(
    _ handle: OpaquePointer?, _ hot: [Statement?], _ others: [String: Statement], _ pages: UnsafeMutablePointer<Int32>?
  ) {
    for statement in hot { if let statement { sqlite3_finalize(statement.pointer) } }
    for statement in others.values { sqlite3_finalize(statement.pointer) }
    sqlite3_close_v2(handle)
    pages?.deallocate()
  }

  // MARK: - Statements

  /// A statement of a collection; `nil` if the collection has no table yet.
  mutating func statement(_ kind: CollectionLayout.Hot, _ layout: CollectionLayout) throws(StoreError) -> Statement? {
    let slot = layout.id * CollectionLayout.Hot.count + kind.rawValue
    if slot < hot.count, let statement = hot[slot] { return statement }
    guard try isPresent(layout) else { return nil }
    while hot.count <= slot { hot.append(nil) }
    let statement = try prepare(layout.sql(kind))
    hot[slot] = statement
    return statement
  }

  /// A statement by its SQL, kept prepared.
  mutating func statement(_ sql: String) throws(StoreError) -> Statement {
    if let statement = others[sql] { return statement }
    if others.count >= 64 { forgetOthers() }
    let statement = try prepare(sql)
    others[sql] = statement
    return statement
  }

  /// Prepares a statement that the caller finalizes.
  func prepare(_ sql: String, isKept: Bool = true) throws(StoreError) -> Statement {
    guard let handle else { throw StoreError(.closed, "the store's connection is closed") }
    var pointer: OpaquePointer?
    let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    let code = sqlite3_prepare_v3(handle, sql, -1, flags, &pointer, nil)
    guard code == SQLITE_OK else { throw StoreError(code, on: handle, sql: sql) }
    guard let pointer else { throw StoreError(.failed, "there is no SQL in '\(sql)'") }
    return Statement(pointer: pointer)
  }

  private mutating func forgetOthers() {
    for statement in others.values { sqlite3_finalize(statement.pointer) }
    others = [:]
  }

  /// Drops what is known of a collection, after its table went away.
  mutating func forget(_ layout: CollectionLayout) {
    present.removeAll { $0 == layout.id }
    expiring[layout.id] = nil
    let count = CollectionLayout.Hot.count
    for slot in (layout.id * count)..<(layout.id * count + count) where slot < hot.count {
      if let statement = hot[slot] { sqlite3_finalize(statement.pointer) }
      hot[slot] = nil
    }
    forgetOthers()
  }

  // MARK: - Tables

  /// Whether a collection's table exists. Throws if the name cannot be used or the table is something else.
  mutating func isPresent(_ layout: CollectionLayout) throws(StoreError) -> Bool {
    if present.contains(layout.id) { return true }
    if let problem = layout.problem { throw problem }
    let sql = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE"
    guard let row = try first(sql, [.text(layout.name)], { ($0.text(0), $0.text(1)) }) else { return false }
    guard row.0 == layout.name else {
      throw StoreError(
        .invalidName, "the collection '\(layout.name)' differs only in case from '\(row.0)': use one spelling")
    }
    guard row.1.hasSuffix(layout.columns) else {
      throw StoreError(
        .misdeclared, "'\(layout.name)' is no collection with \(layout.kind) keys: the file says \(row.1)")
    }
    present.append(layout.id)
    return true
  }

  /// Whether an error came because another connection dropped the collection's table.
  mutating func wasDropped(_ layout: CollectionLayout, _ error: StoreError) throws(StoreError) -> Bool {
    guard error.sqliteCode & 0xFF == SQLITE_ERROR, handle != nil else { return false }
    forget(layout)
    return try !isPresent(layout)
  }

  /// Looks at the file's schema again, after what was made was undone.
  mutating func forgetTables() { (present, expiring) = ([], [:]) }

  // MARK: - Expiry

  /// Whether a collection had values that expire when that was last looked up. No commit is awaited.
  mutating func wasExpiring(_ layout: CollectionLayout) throws(StoreError) -> Bool {
    if let known = expiring[layout.id] { return known.answer }
    return try isStillExpiring(layout)
  }

  /// Whether a collection has values that expire, as of the commit that the last statement saw.
  mutating func isStillExpiring(_ layout: CollectionLayout) throws(StoreError) -> Bool {
    if let known = expiring[layout.id], known.version == dataVersion { return known.answer }
    let answer = try isExpiring(layout)
    expiring[layout.id] = (answer, dataVersion)
    return answer
  }

  /// Looks up again whether a collection has values that expire, after its indexes for them were made.
  mutating func forgetExpiry(_ layout: CollectionLayout) { expiring[layout.id] = nil }

  /// A number that moves with every commit, of this connection or another, that a statement came to see.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  // MARK: - Commits

  /// Leaves checkpoints to us: SQLite only reports the log's length.
  mutating func countLogPages() {
    let pages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    pages.initialize(to: 0)
    walPages = pages
    sqlite3_wal_hook(
      handle,
      { context, _, _, pages in
        context?.assumingMemoryBound(to: Int32.self).pointee = pages
        return SQLITE_OK
      }, pages)
  }

  /// Asks the file how large its pages are: it keeps those that it was made with.
  mutating func readPageSize() throws(StoreError) {
    if case .integer(let bytes) = try value("PRAGMA page_size") { pageSize = Int(bytes) }
  }

  /// The log's length after the last commit.
  var logBytes: Int { Int(walPages?.pointee ?? 0) * pageSize }

  /// Moves the log's content into the file; does what it can without waiting for readers.
  func checkpoint() {
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    walPages?.pointee = 0
  }

  /// Moves all of the log's content into the file and empties the log, if no other process reads it.
  func emptyLog() {
    guard handle != nil else { return }
    sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
  }

  /// Keeps an eye on the name of the file that was opened.
  mutating func watchPlace(_ path: String) { place = FilePlace(path: path) }

  /// Whether the file's name now leads elsewhere, or nowhere.
  mutating func hasMoved() -> Bool {
    place?.hasMoved { [handle] in
      var moved: Int32 = 0
      sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &moved)
      return moved != 0
    } ?? false
  }

  /// Whether the file was opened to read alone.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  func setBusyTimeout(_ milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }
}
