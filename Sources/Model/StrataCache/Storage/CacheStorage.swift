// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataStore

/// The stored responses: in memory, waiting to be written, and in the file.
///
/// What is put is seen at once and written soon, many in one transaction; what is worthless is so at once, whenever the
/// file hears of it. Nothing here throws but `clear`: a cache that cannot read or write is one that has nothing, and
/// says why through `onProblem`.
final class CacheStorage: Sendable {
  struct State: Sendable {
    var shelf: Shelf
    var pending = Pending()
    /// Counts what left `pending` for the file.
    var commits = 0
    var known = KnownKeys()
    /// Counts what made responses worthless; a response asked for before that is not kept.
    var turn = 0
    /// When an address was written to last.
    var writtenAddresses: [String: Written] = [:]
    /// Responses asked for before this turn are not kept, whatever their address.
    var clearedTurn = 0
    /// Writes soon what is pending.
    var writing: Task<Void, Never>?
    /// How long a write that failed waits.
    var pause = CacheStorage.pause
    var counts = CacheStatistics.Counts()
    var isClosed = false
  }

  /// A write to an address.
  struct Written: Sendable {
    var turn: Int
    var date: Date
  }

  let configuration: ResponseCache.Configuration
  let file: CacheFile
  let state: Locked<State>

  init(_ file: CacheFile, _ configuration: ResponseCache.Configuration) {
    self.file = file
    self.configuration = configuration
    state = Locked(State(shelf: Shelf(limit: configuration.memoryLimit)))
  }

  // MARK: - Reading

  /// Every response of a key: from memory, else from the file.
  func responses(_ key: CacheKey) -> [StoredResponse] {
    let (found, turn, commits, mayBeSaved) = state.withLock { state in
      let found = state.shelf.responses(key.text)
      if found != nil { return (found, 0, 0, false) }
      let mayBeSaved = state.known.mayHave(key.text) && !state.pending.isRemoved(key.text)
      let isNowhere = !mayBeSaved && !state.pending.has(key.text)
      return (isNowhere ? [] : nil, state.turn, state.commits, mayBeSaved)
    }
    if let found { return found }
    let saved = mayBeSaved ? file.responses(key.text) : []
    return state.withLock { state in
      // Whoever was here meanwhile knows better.
      if let found = state.shelf.responses(key.text) { return found }
      var found = state.isCurrent(turn, key) ? saved : []
      if let written = state.written(key) {
        // Another process on the file may have asked before the write, and stored after it.
        found.removeAll { $0.asked < written.date }
      }
      for row in state.pending.rows(key.text) {
        found.removeAll { $0.variant == row.variant }
        if let response = StoredResponse.unpacked(row.bytes, for: key.text, guess: configuration.heuristics) {
          found.append(response)
        }
      }
      // What was committed since the file was read may be newer than what was found there.
      if !state.isClosed, state.commits == commits { state.shelf.put(found, for: key.text) }
      return found
    }
  }

  /// Notes that a response was used.
  func use(_ response: StoredResponse, _ key: CacheKey, at now: Date, count: (inout CacheStatistics.Counts) -> Void) {
    let row = key.text + response.variant
    state.withLock { state in
      state.pending.use(row, at: now)
      count(&state.counts)
    }
  }

  func count(_ count: (inout CacheStatistics.Counts) -> Void) { state.withLock { count(&$0.counts) } }

  // MARK: - Changing

  /// A moment, to be given back with what was asked for then.
  var turn: Int { state.withLock { $0.turn } }

  /// Keeps a response, unless its address was written to since it was asked for. It comes into memory with its first
  /// use: what is never used again is not to push out what is.
  func put(_ row: ResponseRow, for key: CacheKey, askedIn turn: Int) {
    state.withLock { state in
      guard !state.isClosed, state.isCurrent(turn, key) else { return }
      if state.pending.bytes <= pendingLimit {
        state.shelf.remove(key.text)
        state.pending.put(row, for: key.text)
      } else {
        keepInMemory(row, for: key, &state)
      }
      state.counts.stored += 1
      writeSoon(&state)
    }
  }

  /// Keeps a response in memory alone, while the file cannot be written.
  private func keepInMemory(_ row: ResponseRow, for key: CacheKey, _ state: inout State) {
    var all = (state.shelf.responses(key.text) ?? []).filter { $0.variant != row.variant }
    if let response = StoredResponse.unpacked(row.bytes, for: key.text, guess: configuration.heuristics) {
      all.append(response)
    }
    // NB: the file is not to give an older one later.
    state.pending.remove(Removal(keyPrefix: key.text))
    state.shelf.put(all, for: key.text)
  }

  /// Forgets every response of an address, of all methods, identities and variants in its scope; when it returns,
  /// they are gone from the file too, or that is tried again.
  func invalidate(_ addressPrefix: String) async {
    let date = configuration.date()
    state.withLock { state in
      state.turn += 1
      state.note(addressPrefix, at: date)
      state.forget(Removal(keyPrefix: addressPrefix))
    }
    let isDone = await report { () throws(StoreError) in try await write() }
    if !isDone { state.withLock { writeSoon(&$0) } }
  }

  /// Forgets what a removal covers.
  func clear(_ removal: Removal) async throws(StoreError) {
    state.withLock { state in
      state.turn += 1
      state.clearedTurn = state.turn
      state.forget(removal)
    }
    do throws(StoreError) { try await write() } catch {
      state.withLock { writeSoon(&$0) }
      throw error
    }
  }

  /// Keeps nothing from now on, and forgets what it has.
  func shut() {
    state.withLock { state in
      state.isClosed = true
      state.writing?.cancel()
      state.shelf.remove { _ in true }
      state.pending.dropAll()
    }
  }

  /// Runs work with the file; an error of the store is told, and that is all.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult func report(_ work: () async throws(StoreError) -> Void) async -> Bool {
    do throws(StoreError) {
      try await work()
      return true
    } catch {
      file.letGo(after: error)
      configuration.onProblem?(error)
      return false
    }
  }
}

extension CacheStorage.State {
  /// Whether nothing made a response worthless that was asked for in a turn.
  fileprivate func isCurrent(_ turn: Int, _ key: CacheKey) -> Bool {
    turn >= clearedTurn && turn >= written(key)?.turn ?? 0
  }

  /// The last write to a key's address.
  fileprivate func written(_ key: CacheKey) -> CacheStorage.Written? {
    writtenAddresses.isEmpty ? nil : writtenAddresses[key.addressPrefix]
  }

  fileprivate mutating func forget(_ removal: Removal) {
    shelf.remove(where: removal.covers)
    pending.remove(removal)
  }

  /// Notes a write to an address; of many the older half is forgotten, and everything asked for before that with it.
  fileprivate mutating func note(_ addressPrefix: String, at date: Date) {
    writtenAddresses[addressPrefix] = CacheStorage.Written(turn: turn, date: date)
    guard writtenAddresses.count > 1_000 else { return }
    clearedTurn = turn - 500
    let cleared = clearedTurn
    writtenAddresses = writtenAddresses.filter { $0.value.turn > cleared }
  }
}
