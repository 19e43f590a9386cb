// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Dispatch
public import Foundation
internal import StrataContract

/// A file (or memory) of typed, named collections of values.
///
/// Open it once in the app's root and hand out collections. Reads are synchronous and take microseconds;
/// writes are queued, and each is saved when its `await` returns. Two stores, in one process or two, may open one file.
///
/// ```swift
/// let store = try Store(.file(folder.appending(path: "shop.sqlite")))
/// let books = store.collection("books", of: Book.self)
/// try await books.put(book, for: book.id)
/// let saved = try books.value(for: book.id)
/// ```
///
/// Safe to use from any task. The file is readable by its owner alone (0600).
public final class Store: Sendable {
  /// The path of the file, or `:memory:`.
  public let path: String

  let now: @Sendable () -> Date
  private let writer: Locked<Connection?>
  /// A connection of its own for a file, so that reads do not wait for writes; the writer for memory.
  private let reader: Locked<Connection?>
  private let queue = DispatchQueue(label: "strata.store")
  private let listeners = Locked(Listeners())

  /// Opens a store; a missing file is made. It touches the disk on the calling thread, for about a millisecond.
  ///
  /// - Parameters:
  ///   - location: A file or memory.
  ///   - durability: What a write survives. Default ``StoreDurability/normal``.
  ///   - busyTimeout: How long to wait for another process that holds the file. Default 5 seconds.
  ///   - now: The clock of `created` and `modified`. Default: the system's.
  /// - Throws: ``StoreError``, and the file stays as it was: not a database, inaccessible, damaged, busy.
  public init(
    _ location: StoreLocation, durability: StoreDurability = .normal, busyTimeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StoreError) {
    let (seconds, attoseconds) = busyTimeout.components
    let opening = Opening(
      durability: durability, busyMilliseconds: Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    self.now = now
    switch location {
    case .memory:
      path = ":memory:"
      writer = Locked(try opening.memory())
      reader = writer
    case .file(let url):
      path = url.path(percentEncoded: false)
      writer = Locked(try opening.writer(of: path))
      reader = Locked(try opening.reader(of: path))
    }
  }

  /// A collection of values under a name. Costs nothing; the file gets it with the first write.
  ///
  /// - Parameters:
  ///   - name: Any text but an empty one, one with a NUL character or one that starts with `sqlite_`; two names may not
  ///     differ in ASCII case alone. Checked at first use: ``StoreError/Code/invalidName``.
  ///   - type: What the values are.
  ///   - encoding: How they are saved. Default ``StoreEncoding/json``.
  public func collection<Value: Codable & Sendable>(
    _ name: String, of type: Value.Type = Value.self, encoding: StoreEncoding<Value> = .json
  ) -> StoreCollection<Value> {
    StoreCollection(store: self, name: name, encoding: encoding)
  }

  /// Writes to several collections in one transaction: all is saved when it returns, or nothing if it throws.
  ///
  /// Reads inside go through the writer too, and see what was written before them.
  ///
  /// ```swift
  /// try await store.write { writer in
  ///   try writer.put(order, for: order.id, in: orders)
  ///   try writer.clear(cart)
  /// }
  /// ```
  ///
  /// - Parameter body: Runs on the store's own queue. It cannot wait, and should not be slow.
  /// - Throws: What `body` throws, ``StoreError``, or `CancellationError` if the task was cancelled before it began;
  ///   once begun it is finished.
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (borrowing StoreWriter) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try self.writing(body) }) }
    }
  }

  /// Closes the file and ends all updates; every later call throws ``StoreError/Code/closed``. Waits for a running write.
  public func close() {
    writer.withLock { $0 = nil }
    reader.withLock { $0 = nil }
    // Finishing calls onTermination, which takes the lock.
    for listener in listeners.withLock({ $0.takeAll() }) { listener.finish() }
  }

  private func writing<Result>(_ body: (borrowing StoreWriter) throws -> Result) throws -> Result {
    let (result, touched) = try writer.withLock { connection in
      guard let connection else { throw StoreError.closed(path) }
      let writer = StoreWriter(store: self, connection: connection)
      let result = try connection.transaction {
        try Self.$writing.withValue(ObjectIdentifier(self)) { try body(writer) }
      }
      return (result, connection.touched)
    }
    listeners.withLock { $0.notify(touched) }
    return result
  }

  /// The store whose `write` runs on this thread.
  @TaskLocal private static var writing: ObjectIdentifier?

  func reading<Result>(
    _ body: (Connection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard Self.writing != ObjectIdentifier(self) else {
      throw StoreError(
        .misuse, "\(path): a collection was read inside write, beside its transaction",
        nextStep: "Read through the writer that write gives you.")
    }
    return try reader.withLock { connection throws(StoreError) in
      guard let connection else { throw .closed(path) }
      return try body(connection)
    }
  }

  func changes(in collection: String) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let id = listeners.withLock { $0.add(continuation, for: collection) }
    continuation.onTermination = { [weak self] _ in self?.listeners.withLock { $0.remove(id) } }
    return stream
  }
}
