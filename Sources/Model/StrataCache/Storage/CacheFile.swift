// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataStore

/// The file of a cache: opened when it is first needed, made anew where it is damaged, and never larger than its limit.
final class CacheFile: Sendable {
  /// The store with its collections.
  struct Opened: Sendable {
    private static let name = "responses"

    let store: Store
    /// The bytes of each ``ResponseRow``, by the text of its key and its variant.
    var responses: StoreCollection<String, Data> { store.collection(Self.name, encoding: .raw) }
    /// When rows were used last, in seconds since 1970.
    var used: StoreCollection<String, Double> { store.collection("used") }

    /// The bytes of a key's rows.
    func rows(_ key: String) throws(StoreError) -> [Data] { try store.storedData(in: Self.name, prefix: key) }
  }

  private enum Phase: Sendable {
    case unopened
    case open(Opened)
    case closed
  }

  private struct State: Sendable {
    var phase = Phase.unopened
    var wasDamaged = false
  }

  let url: URL?
  let limits: CacheLimits
  private let configuration: ResponseCache.Configuration
  private let state = Locked(State())

  init(_ url: URL?, _ configuration: ResponseCache.Configuration) {
    self.url = url
    self.configuration = configuration
    limits = CacheLimits(total: configuration.totalLimit)
  }

  /// The open file; `nil` after it was closed. A file that cannot be opened now is tried again by the next call.
  func open() throws(StoreError) -> Opened? {
    try state.withLock { state throws(StoreError) in
      switch state.phase {
      case .open(let opened): return opened
      case .closed: return nil
      case .unopened:
        let opened = try make()
        state.phase = .open(opened)
        return opened
      }
    }
  }

  private func make() throws(StoreError) -> Opened {
    var settings = StoreConfiguration()
    settings.damage = .setAside
    settings.maximumSize = limits.file
    settings.busyTimeout = configuration.busyTimeout
    settings.now = configuration.date
    settings.pageSize = limits.page
    settings.durability = .relaxed
    let store: Store
    if let url { store = try Store(at: url, settings) } else { store = try Store.inMemory(settings) }
    if let damage = store.damage {
      configuration.onProblem?(damage.error)
      // Nobody misses a damaged cache.
      try? FileManager.default.removeItem(at: damage.location)
      deleteWhatIsBeside(damage.location)
    }
    return Opened(store: store)
  }

  /// The responses of a key; those that cannot be read count as missing.
  func responses(_ key: String) -> [StoredResponse] {
    do throws(StoreError) {
      guard let opened = try open() else { return [] }
      let found = try opened.rows(key).compactMap {
        StoredResponse.unpacked($0, for: key, guess: configuration.heuristics)
      }
      return found.count < 2 ? found : found.sorted { $0.received < $1.received }
    } catch {
      letGo(after: error)
      configuration.onProblem?(error)
      return []
    }
  }

  /// Lets go of a file that vanished or is damaged, so that the next call makes it anew: for damage once, because what a
  /// look at every page does not find would be met again and again.
  func letGo(after error: StoreError) {
    state.withLock { state in
      guard case .open(let opened) = state.phase else { return }
      switch error.code {
      case .moved: break
      case .corrupt where !state.wasDamaged: state.wasDamaged = true
      default: return
      }
      // NB: before anybody opens the new file, because SQLite deletes the log by its name when it closes.
      opened.store.close()
      state.phase = .unopened
    }
  }

  private func deleteWhatIsBeside(_ url: URL) {
    for suffix in ["-wal", "-shm", "-journal", "-lock"] {
      try? FileManager.default.removeItem(atPath: url.path(percentEncoded: false) + suffix)
    }
  }

  /// Closes the file for good.
  ///
  /// - Returns: The store, if it was open.
  func close() -> Store? {
    state.withLock { state in
      defer { state.phase = .closed }
      if case .open(let opened) = state.phase { return opened.store }
      return nil
    }
  }

  /// The open store, or one opened for the purpose, closed and with its files deleted.
  func closeAndDelete() throws(StoreError) {
    if let store = close() { return try store.closeAndDelete() }
    guard let url else { return }
    guard FileManager.default.fileExists(atPath: url.path(percentEncoded: false)) else {
      return deleteWhatIsBeside(url)
    }
    var settings = StoreConfiguration()
    settings.damage = .setAside
    try Store(at: url, settings).closeAndDelete()
  }
}

extension CacheFile.Opened {
  /// Deletes rows with what is known of their use.
  func delete(_ rows: [String]) async throws(StoreError) {
    guard !rows.isEmpty else { return }
    try await responses.delete(rows)
    try await used.delete(rows)
  }
}

extension StoreTransaction {
  /// Deletes what is worthless, or writes what is new.
  mutating func apply(_ batch: Pending.Batch, to opened: CacheFile.Opened) throws(StoreError) {
    let (responses, used) = (opened.responses, opened.used)
    for removal in batch.removals {
      if removal.addressPrefix == nil {
        try delete(prefix: removal.keyPrefix, in: responses)
        try delete(prefix: removal.keyPrefix, in: used)
      } else {
        for row in try keys(prefix: removal.keyPrefix, in: responses) where removal.covers(row) {
          try delete(row, in: responses)
          try delete(row, in: used)
        }
      }
    }
    try put(batch.rows, in: responses)
    try put(batch.used, in: used)
  }
}

/// How the bytes on the disk are shared out.
struct CacheLimits: Sendable, Hashable {
  /// The least that a file with its log takes.
  static let smallest = 512 * 1_024

  /// The file and the log beside it.
  let total: Int

  init(total: Int) { self.total = max(total, Self.smallest) }

  /// One page of the file. An answer has some kB: of small pages each would take one and leave half of it empty, and
  /// every page passes through the log. But a small file has not many.
  var page: Int { total < 16 * 1_024 * 1_024 ? 4_096 : 16_384 }
  /// The database file: three quarters.
  var file: Int { total / 4 * 3 }
  /// The log's length from which it is emptied; a batch may come on top.
  var log: Int { total / 8 }
  /// What is written in one transaction.
  var batch: Int { total / 32 }
  /// How many rows are written in one transaction: each may touch a page of the table and one of its index.
  var rows: Int { max(1, total / 16 / page) }
  /// The largest response.
  var item: Int { total / 16 }
  /// From how many bytes on room is made: less than all by one response and one batch.
  var full: Int { file / 10 * 8 }
  /// How many bytes stay then.
  var roomy: Int { file / 10 * 6 }
}
