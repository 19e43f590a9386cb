// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Dispatch
public import Foundation
internal import StrataContract
internal import Synchronization

/// One SQLite file of named, typed collections.
///
/// Open it once in the app's root and hand its collections to the services.
///
/// ```swift
/// let store = try Store(at: folder.appending(path: "books.sqlite"))
/// let books = store.collection("books", of: Book.self)
/// try await books.put(book, for: book.id)
/// let saved = try books.value(for: book.id)
/// ```
///
/// Reads are synchronous, take microseconds and see every write that was awaited. Writes are `async`: those that
/// wait for the disk do it on a thread of the store. An acknowledged write survives a killed process, and a
/// power cut with `durability = .full`. Several stores and several processes can use one file.
/// Safe to use from any task.
public final class Store: Sendable {
  /// The file; `nil` in memory.
  public var url: URL? { file?.url }

  /// The damage that was found on opening and set aside; `nil` if there was none.
  public let damage: StoreDamage?

  let file: StoreFile?
  let configuration: StoreConfiguration
  let busyMilliseconds: Int32
  let writesQuickly: Bool
  let opener: Opener
  /// Which file the open connections lead to.
  let identity = Locked<FileIdentity?>(nil)
  /// The one connection that writes, opened by the first write. In memory it reads too.
  let writer = Locked(Connection())
  /// Connections that only read. The first opens with the store, the others as they are needed: a long read does not stop a short one.
  let readers: [Locked<Connection>]
  /// Where writes wait that cannot be done at once.
  let queue = DispatchQueue(label: "strata.store.writer", qos: .userInitiated)
  let feed = ChangeFeed()
  /// By their names, after a letter for the kind of their keys.
  let layouts = Locked<[String: CollectionLayout]>([:])
  let phase = Locked(Phase.open)
  /// The thread that is inside `write`; 0 if none is.
  let writingThread = Atomic<UInt>(0)
  let checkpointIsDue = Atomic<Bool>(false)
  /// What `PRAGMA data_version` said last: it moves when another process commits.
  let dataVersion = Locked<StoreValue>(.null)

  enum Phase: Sendable {
    case open, suspended, closed
  }

  /// Opens a file, and makes it if it is missing.
  ///
  /// The file and its companions can be read by their owner only (0600). Opening touches the disk and may run
  /// migrations: call it where a few milliseconds do not matter.
  ///
  /// - Parameters:
  ///   - url: A file URL. Missing folders are made.
  ///   - configuration: Default: `StoreConfiguration()`.
  /// - Throws: `corrupt`, `locked`, `superseded`, `misdeclared`, `busy`, `full` or `failed`.
  public convenience init(at url: URL, _ configuration: StoreConfiguration = StoreConfiguration()) throws(StoreError) {
    guard url.isFileURL else { throw StoreError(.failed, "\(url) is no file: use URL(filePath:)") }
    try self.init(file: StoreFile(url: url), configuration)
  }

  /// Opens a store in memory, for tests and previews; it ends with its last reference.
  ///
  /// - Throws: What a migration throws.
  public static func inMemory(_ configuration: StoreConfiguration = StoreConfiguration()) throws(StoreError) -> Store {
    try Store(file: nil, configuration)
  }

  private init(file: StoreFile?, _ configuration: StoreConfiguration) throws(StoreError) {
    self.file = file
    self.configuration = configuration
    busyMilliseconds = configuration.busyMilliseconds
    writesQuickly = configuration.writesQuickly
    readers = file == nil ? [] : (0..<4).map { _ in Locked(Connection()) }
    opener = Opener(file: file, configuration: configuration)
    let seen: [String]
    (damage, seen) = try (readers.first ?? writer).withLock { [opener] connection throws(StoreError) in
      try opener.begin(&connection)
    }
    try checkIdentity()
    try migrate(seen)
  }

  /// A collection of values by name. Making it touches nothing: the first write makes its table.
  ///
  /// - Parameters:
  ///   - name: Any text but the empty one, without NUL, and not beginning with `sqlite_` or `strata_`. A name that
  ///     cannot be used throws `invalidName` when the collection is first used.
  ///   - type: The type of the values.
  ///   - key: The type of the keys. Default: `String`.
  ///   - encoding: How values are stored. Default: `.json`.
  ///   - indexes: The fields to search and sort by. Default: none.
  public func collection<Key: StoreKey, Value: Codable & Sendable>(
    _ name: String, of type: Value.Type = Value.self, keyedBy key: Key.Type = String.self,
    encoding: StoreEncoding<Value> = .json, indexes: [StoreIndex<Value>] = []
  ) -> StoreCollection<Key, Value> {
    StoreCollection(store: self, layout: layout(name, Key.keyKind), encoding: encoding, indexes: indexes)
  }

  /// A collection of values that are not `Codable`, by an encoding of your own.
  ///
  /// - Parameters:
  ///   - name: The name, as above.
  ///   - type: The type of the values.
  ///   - key: The type of the keys. Default: `String`.
  ///   - encoding: How values are stored.
  public func collection<Key: StoreKey, Value: Sendable>(
    _ name: String, of type: Value.Type = Value.self, keyedBy key: Key.Type = String.self,
    encoding: StoreEncoding<Value>
  ) -> StoreCollection<Key, Value> {
    StoreCollection(store: self, layout: layout(name, Key.keyKind), encoding: encoding, indexes: [])
  }

  func layout(_ name: String, _ kind: StoreKeyKind) -> CollectionLayout {
    layouts.withLock { layouts in
      let key = (kind == .text ? "t" : "i") + (name.normalForm() ?? name)
      if let layout = layouts[key] { return layout }
      let layout = CollectionLayout(id: layouts.count, name: name, kind: kind)
      layouts[key] = layout
      return layout
    }
  }

  /// The store's time as it is saved.
  var now: Double { configuration.clock.map { $0().timeIntervalSince1970 } ?? Platform.now }
}
