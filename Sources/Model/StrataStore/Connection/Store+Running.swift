// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Dispatch
internal import StrataContract
internal import Synchronization

extension Store {
  // MARK: - Reading

  /// Runs a read on a connection that is free, on the caller's thread.
  func read<Result>(_ body: (inout Connection) throws(StoreError) -> Result) throws(StoreError) -> Result {
    let thread = Platform.thread
    if writingThread.load(ordering: .relaxed) == thread {
      throw StoreError(.notAllowed, "a read inside write() goes through its transaction, or it misses the changes")
    }
    do {
      for index in readers.indices {
        let result = try readers[index].withLockIfFree { connection throws(StoreError) in
          try run(body, on: &connection)
        }
        if let result { return result }
      }
      let connection = readers.isEmpty ? writer : readers[Int(thread >> 12) % readers.count]
      return try connection.withLock { connection throws(StoreError) in try run(body, on: &connection) }
    } catch {
      throw noted(error)
    }
  }

  private func run<Result>(
    _ body: (inout Connection) throws(StoreError) -> Result, on connection: inout Connection
  ) throws(StoreError) -> Result {
    if connection.handle == nil { try open(&connection, isReader: true) }
    return try body(&connection)
  }

  /// Runs a read that may come across expired values, and deletes those: what was seen expired stays away.
  func readAlive<Content>(
    _ layout: CollectionLayout, _ body: (inout Connection) throws(StoreError) -> Found<Content>
  ) throws(StoreError) -> Content {
    let found = try read(body)
    if found.hasExpired {
      let now = now
      remove(from: layout) { connection throws(StoreError) in try connection.deleteExpired(layout, at: now) > 0 }
    }
    return found.content
  }

  /// Deletes expired rows now if the writer is free, else soon. A failure only leaves them for the next read.
  func remove(
    from layout: CollectionLayout, _ body: @escaping @Sendable (inout Connection) throws(StoreError) -> Bool
  ) {
    guard !configuration.isReadOnly else { return }
    if let deleted = try? quickly(body) {
      if deleted { feed.notify(layout.name) }
      return
    }
    queue.async {
      guard let deleted = try? self.locked(body) else { return }
      if deleted { self.feed.notify(layout.name) }
    }
  }

  // MARK: - Writing

  /// Runs one small write on the caller's thread, if it needs to wait for nothing: not for another writer, not
  /// for the disk. It costs a fifth of a hop to the store's own thread.
  ///
  /// - Returns: `nil` if the write must wait; nothing was changed then.
  func quickly<Result>(_ body: (inout Connection) throws(StoreError) -> Result?) throws(StoreError) -> Result? {
    guard writesQuickly, !checkpointIsDue.load(ordering: .relaxed) else { return nil }
    do {
      let result = try writer.withLockIfFree { connection throws(StoreError) -> Result? in
        guard connection.handle != nil else { return nil }
        try checkPlace(&connection)
        connection.setBusyTimeout(0)
        defer { connection.setBusyTimeout(busyMilliseconds) }
        let result = try body(&connection)
        scheduleCheckpoint(connection)
        return result
      }
      return result ?? nil
    } catch {
      if error.code == .busy { return nil }
      throw noted(error)
    }
  }

  /// Writes one row at once; `false` if that must wait, or the table is still to be made.
  func putQuickly(_ row: NewRow, in layout: CollectionLayout, now: Double) throws(StoreError) -> Bool {
    let isDone = try quickly { connection throws(StoreError) in
      try connection.put(layout, row, now: now) ? true : nil
    }
    guard isDone != nil else { return false }
    feed.notify(layout.name)
    return true
  }

  /// Runs a write on the store's own thread, where it may wait.
  func enqueue<Content: Sendable>(
    _ body: @escaping @Sendable (inout Connection) throws -> Content
  ) async throws -> Content {
    if configuration.isReadOnly { throw StoreError(.notAllowed, "the store was opened to read only") }
    let result: Result<Content, any Error> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result { try self.locked(body) }) }
    }
    return try result.get()
  }

  /// The same for writes that throw nothing else.
  func enqueueTyped<Content: Sendable>(
    _ body: @escaping @Sendable (inout Connection) throws(StoreError) -> Content
  ) async throws(StoreError) -> Content {
    do {
      return try await enqueue(body)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.failed, "\(error)")
    }
  }

  /// Runs a write with the writer's lock held, on this thread.
  func locked<Content>(_ body: (inout Connection) throws -> Content) throws -> Content {
    do {
      return try writer.withLock { connection in
        if connection.handle == nil { try open(&connection) }
        try checkPlace(&connection)
        writingThread.store(Platform.thread, ordering: .relaxed)
        defer { writingThread.store(0, ordering: .relaxed) }
        let content = try body(&connection)
        scheduleCheckpoint(connection)
        return content
      }
    } catch let error as StoreError {
      throw noted(error)
    }
  }

  /// A write to a file whose name leads elsewhere would be acknowledged and never found again.
  private func checkPlace(_ connection: inout Connection) throws(StoreError) {
    guard let file, connection.hasMoved() else { return }
    throw StoreError(movedFrom: file)
  }

  // MARK: - Checkpoints

  /// How long the log may grow before its content is moved into the file: SQLite's own default of 1,000 small pages.
  private static var checkpointBytes: Int { 1_000 * StoreFile.defaultPageSize }

  /// A checkpoint waits for the disk, so it runs on the store's thread, and quick writes wait for it.
  private func scheduleCheckpoint(_ connection: borrowing Connection) {
    guard connection.logBytes >= Self.checkpointBytes,
      checkpointIsDue.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    else { return }
    queue.async {
      self.writer.withLock { $0.checkpoint() }
      self.checkpointIsDue.store(false, ordering: .relaxed)
    }
  }

  /// Leaves a note beside the file if an error speaks of damage, so that the next opening looks at every page.
  func noted(_ error: StoreError) -> StoreError {
    if error.code == .corrupt, !configuration.isReadOnly { file?.suspect() }
    return error
  }
}
