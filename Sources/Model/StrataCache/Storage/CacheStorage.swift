// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataStore

/// The stored responses: in memory, waiting to be written, and in the file.
///
/// What is put is seen at once and written soon, many in one transaction. Nothing here throws: a cache that cannot
/// read or write is one that has nothing, and says why through `onProblem`.
final class CacheStorage: Sendable {
  struct State: Sendable {
    var shelf: Shelf
    /// What is to be written, by the key of its row.
    var pending: [String: StoredResponse] = [:]
    var pendingBytes = 0
    /// When rows were used last, to be written with the next that are put.
    var used: [String: Date] = [:]
    /// Counts what made responses worthless; a response asked for before that is not kept.
    var turn = 0
    /// The turn in which an address was written to, for the newest of them.
    var writtenAddresses: [String: Int] = [:]
    /// Responses asked for up to this turn are not kept, whatever their address.
    var clearedTurn = 0
    var writing: Task<Void, Never>?
    var counts = CacheStatistics.Counts()
    var isClosed = false
  }

  let configuration: ResponseCache.Configuration
  let file: CacheFile
  let state: Locked<State>

  init(_ file: CacheFile, _ configuration: ResponseCache.Configuration) {
    self.file = file
    self.configuration = configuration
    state = Locked(State(shelf: Shelf(limit: configuration.memoryLimit)))
  }

  var guess: Heuristics { configuration.heuristics }

  // MARK: - Reading

  /// Every response of a key: from memory, else from the file.
  func responses(_ key: CacheKey) -> [StoredResponse] {
    if let found = state.withLock({ $0.shelf.responses(key.text) }) { return found }
    return load(key)
  }

  /// What is in memory; `nil` if the file must be asked.
  func responsesInMemory(_ key: CacheKey) -> [StoredResponse]? { state.withLock { $0.shelf.responses(key.text) } }

  private func load(_ key: CacheKey) -> [StoredResponse] {
    let turn = state.withLock(\.turn)
    let saved = file.responses(key.text)
    return state.withLock { state in
      // Whoever was here meanwhile knows better.
      if let found = state.shelf.responses(key.text) { return found }
      var found = saved
      for (row, response) in state.pending where row.hasPrefix(key.text) {
        found.removeAll { $0.variant == response.variant }
        found.append(response)
      }
      if state.turn == turn { state.shelf.put(found, for: key.text) }
      return found
    }
  }

  /// Notes that a response was used.
  func use(_ response: StoredResponse, _ key: CacheKey, at now: Date, count: (inout CacheStatistics.Counts) -> Void) {
    let row = key.text + response.variant
    state.withLock { state in
      state.used[row] = now
      count(&state.counts)
    }
  }

  func count(_ count: (inout CacheStatistics.Counts) -> Void) { state.withLock { count(&$0.counts) } }

  // MARK: - Writing

  /// A moment, to be given back with what was asked for then.
  var turn: Int { state.withLock(\.turn) }

  /// The most variants of one key.
  private static let variantLimit = 16

  /// Keeps a response, unless its address was written to since it was asked for.
  func put(_ response: StoredResponse, for key: CacheKey, askedIn turn: Int) {
    let others = responses(key)
    let begins = state.withLock { state -> Bool in
      guard !state.isClosed, turn >= state.clearedTurn, turn >= state.writtenAddresses[key.addressPrefix] ?? 0 else {
        return false
      }
      var all = (state.shelf.responses(key.text) ?? others).filter { $0.variant != response.variant }
      all.append(response)
      state.shelf.put(all.suffix(Self.variantLimit), for: key.text)
      let row = key.text + response.variant
      state.pendingBytes += response.size - (state.pending.updateValue(response, forKey: row)?.size ?? 0)
      state.counts.stored += 1
      return state.writing == nil
    }
    if begins { writeSoon() }
  }

  /// Forgets every response of an address, of all methods, identities and variants in its scope.
  func invalidate(_ addressPrefix: String) async {
    state.withLock { state in
      state.turn += 1
      // Only what is asked for now can still bring something older; that is little.
      if state.writtenAddresses.count >= 1_000 {
        state.writtenAddresses = [:]
        state.clearedTurn = state.turn
      }
      state.writtenAddresses[addressPrefix] = state.turn
      state.forget { $0.hasPrefix(addressPrefix) }
    }
    await report { try await file.delete(addressPrefix) { _ in true } }
  }

  /// Forgets the rows of a rule.
  func clear(_ prefix: String, where isGone: @escaping @Sendable (String) -> Bool = { _ in true })
    async throws(StoreError)
  {
    state.withLock { state in
      state.turn += 1
      state.clearedTurn = state.turn
      state.forget { $0.hasPrefix(prefix) && isGone($0) }
    }
    try await file.delete(prefix, where: isGone)
  }

  /// Keeps nothing from now on, and forgets what it has.
  func shut() {
    state.withLock { state in
      state.isClosed = true
      state.forget { _ in true }
    }
  }

  /// Runs work with the file; an error of the store is told, and that is all.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult func report(_ work: () async throws -> Void) async -> Bool {
    do {
      try await work()
      return true
    } catch {
      if let error = error as? StoreError { configuration.onProblem?(error) }
      return false
    }
  }
}

extension CacheStorage.State {
  fileprivate mutating func forget(where isGone: (String) -> Bool) {
    shelf.remove(where: isGone)
    for (row, response) in pending where isGone(row) {
      pending[row] = nil
      pendingBytes -= response.size
    }
    used = used.filter { !isGone($0.key) }
  }
}
