// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
public import StrataStore

/// How a cache did since it was made, and what is in it.
///
/// ```swift
/// let statistics = try await cache.statistics()
/// log("\(statistics.counts.hits) hits, \(statistics.diskBytes) bytes")
/// ```
public struct CacheStatistics: Sendable, Hashable {
  /// What happened since the cache was made.
  public struct Counts: Sendable, Hashable {
    /// Requests answered with something fresh.
    public internal(set) var hits = 0
    /// Requests answered with something stale.
    public internal(set) var stale = 0
    /// Requests answered with something stored that the server said is still right.
    public internal(set) var revalidated = 0
    /// Requests for which the server had to be asked.
    public internal(set) var misses = 0
    /// Answers stored or renewed.
    public internal(set) var stored = 0
    /// Answers dropped to make room.
    public internal(set) var evicted = 0
  }

  /// What happened since the cache was made.
  public let counts: Counts
  /// How many answers are in the file.
  public let answers: Int
  /// How many bytes the file and its log take on the disk; 0 in memory.
  public let diskBytes: Int
}

extension ResponseCache {
  /// How it did, and what is in it.
  ///
  /// - Throws: What the store reports.
  @concurrent public func statistics() async throws(StoreError) -> CacheStatistics {
    await settled()
    let answers = try storage.file.open()?.responses.count() ?? 0
    let path = url?.path(percentEncoded: false) ?? ""
    let bytes = ["", "-wal"].reduce(0) { sum, suffix in
      let size = path.isEmpty ? nil : try? FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int
      return sum + (size ?? 0)
    }
    return CacheStatistics(counts: storage.state.withLock { $0.counts }, answers: answers, diskBytes: bytes)
  }

  /// Waits until what runs beside the requests is done: validations, and the writing of what was stored.
  ///
  /// Call it before the app is suspended, and in tests.
  @concurrent public func settled() async {
    while let refresh = refreshes.withLock({ $0.tasks.values.first }) { await refresh.value }
    await storage.settle()
  }

  /// Forgets every answer of every scope (W9).
  ///
  /// - Throws: What the store reports; what is in memory is forgotten anyway.
  @concurrent public func clear() async throws(StoreError) { try await storage.clear(.everything) }

  /// Forgets the answers of a scope.
  ///
  /// - Parameter scope: As ``Configuration-swift.struct/scope`` gave it; `nil` for what had none.
  /// - Throws: What the store reports.
  @concurrent public func clear(scope: String?) async throws(StoreError) {
    try await storage.clear(Removal(keyPrefix: CacheKey.prefix(scope: scope)))
  }

  /// Forgets the answers whose addresses begin with a text, in every scope.
  ///
  /// - Parameter prefix: The beginning of an absolute URL, `https://api.example.com/books/`. It is compared with
  ///   addresses whose parameters are in order.
  /// - Throws: What the store reports.
  @concurrent public func clear(prefix: String) async throws(StoreError) {
    try await storage.clear(Removal(keyPrefix: "", addressPrefix: prefix))
  }

  /// Looks whether another process has written to the file, and if so forgets what is in memory.
  ///
  /// Call it when the app comes to the foreground, where an extension uses the same file.
  ///
  /// - Returns: Whether something was written since the last look.
  /// - Throws: What the store reports.
  @discardableResult public func noticeOtherProcesses() throws(StoreError) -> Bool {
    guard try storage.file.open()?.store.noticeOtherProcesses() == true else { return false }
    storage.state.withLock { state in
      state.shelf.remove { _ in true }
      state.known.forget()
    }
    return true
  }

  /// Writes what is pending and closes the file for good; later requests go to the server and leave nothing.
  @concurrent public func close() async {
    await settled()
    shut()
    storage.file.close()?.close()
  }

  /// Closes the cache and deletes its file, unwritten answers included: for a user who signs out.
  ///
  /// - Throws: `failed` if a file cannot be deleted; the cache is closed anyway.
  public func closeAndDelete() throws(StoreError) {
    shut()
    try storage.file.closeAndDelete()
  }

  private func shut() {
    for refresh in refreshes.withLock({ $0.tasks.values.map { $0 } }) { refresh.cancel() }
    storage.shut()
  }
}
