// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataStore

extension CacheStorage {
  /// How long nothing comes before what came is written: the file is left alone while answers are arriving.
  static let pause = Duration.milliseconds(100)
  /// So many pauses a response waits, if others keep coming.
  private static let pauseCount = 10
  /// The longest pause before a removal that failed is tried again by itself.
  private static let longestPause = Duration.seconds(6)
  /// So many responses do not wait.
  private static let batchCount = 1_024

  /// How many bytes may wait for the file.
  var pendingLimit: Int { max(configuration.memoryLimit, file.limits.total / 8) }

  /// Writes what is pending after a pause, or now if it is much. The task lives no longer than there is something to
  /// write; called with the lock held, so that there is one.
  func writeSoon(_ state: inout State, after pause: Duration = CacheStorage.pause) {
    if state.writing == nil {
      state.writing = Task(priority: .utility) { [self] in
        await quiet(pause, count: pause > Self.pause ? 1 : Self.pauseCount)
        let isWritten = await report { () throws(StoreError) in try await write() }
        if isWritten { await report { () throws(StoreError) in try learnKeys() } }
        self.state.withLock { state in
          state.writing = nil
          goOn(&state, isWritten)
        }
      }
    }
    let isMuch = state.pending.count >= Self.batchCount || state.pending.bytes >= file.limits.batch
    if isMuch { state.writing?.cancel() }
  }

  /// Waits until nothing came during one of some pauses. Cancelled, it has waited enough.
  private func quiet(_ pause: Duration, count: Int) async {
    for _ in 0..<count {
      let number = state.withLock { $0.pending.number }
      try? await configuration.clock.sleep(for: pause)
      if Task.isCancelled || state.withLock({ $0.pending.number }) == number { return }
    }
  }

  /// What came during the last write is written soon. A removal that failed is tried again by itself, after longer and
  /// longer pauses; responses that failed wait for the next one.
  private func goOn(_ state: inout State, _ isWritten: Bool) {
    guard !isWritten else {
      state.pause = Self.pause
      if !state.pending.isEmpty { writeSoon(&state) }
      return
    }
    // NB: bounded, or a file that can never be written would let it grow until it overflows.
    state.pause = min(state.pause * 2, Self.longestPause * 2)
    if state.pending.hasRemovals, state.pause <= Self.longestPause { writeSoon(&state, after: state.pause) }
  }

  /// Reads which keys the file has, once.
  private func learnKeys() throws(StoreError) {
    let (isKnown, turn) = state.withLock { ($0.known.isComplete, $0.known.turn) }
    guard !isKnown, let opened = try file.open() else { return }
    var hashes: Set<Int> = []
    for row in try opened.responses.keys() { hashes.insert(CacheKey.text(ofRow: row).hashValue) }
    state.withLock { [hashes] state in state.known.complete(hashes, readIn: turn) }
  }

  /// Writes now what is pending, and waits for it.
  func settle() async {
    let task = state.withLock { $0.writing }
    task?.cancel()
    await task?.value
    await report { () throws(StoreError) in try await write(withUse: true) }
  }

  /// Writes everything that is pending now.
  func write(withUse: Bool = false) async throws(StoreError) {
    while state.withLock({ !$0.pending.isEmpty || withUse && !$0.pending.used.isEmpty }) {
      guard let opened = try file.open() else { return state.withLock { $0.pending.dropAll() } }
      try await writeBatch(opened)
    }
  }

  /// Writes one transaction, and makes room where that is needed.
  private func writeBatch(_ opened: CacheFile.Opened) async throws(StoreError) {
    if !state.withLock({ $0.pending.hasRemovals }) { try await makeRoom(opened) }
    let limits = file.limits
    let batch = try await opened.store.writeTyped { [state] transaction throws(StoreError) in
      // NB: taken in here, so that what is removed from now on is deleted by a later transaction.
      let batch = state.withLock { $0.pending.next(upTo: limits.batch, rows: limits.rows) }
      try transaction.apply(batch, to: opened)
      return batch
    }
    state.withLock { state in
      state.pending.committed(batch)
      state.commits += 1
      for place in batch.places { state.known.insert(place.key) }
    }
    try await emptyLog(opened)
  }

  /// Keeps the log beside the file within its part of the total.
  private func emptyLog(_ opened: CacheFile.Opened) async throws(StoreError) {
    if file.url != nil { try await opened.store.emptyLog(from: file.limits.log) }
  }

  /// Deletes what was not used for longest, when the file is nearly full.
  private func makeRoom(_ opened: CacheFile.Opened) async throws(StoreError) {
    let used = try opened.store.usedBytes()
    guard used > file.limits.full else { return }
    var surplus = used - file.limits.roomy
    try await opened.responses.prepare()
    try await opened.used.prepare()
    while surplus > 0 {
      let rows = try oldest(opened)
      var gone: [String] = []
      for row in rows where surplus > 0 {
        gone.append(row.key)
        surplus -= row.bytes
      }
      guard !gone.isEmpty else { return }
      let step = max(1, file.limits.rows / 2)
      for start in stride(from: 0, to: gone.count, by: step) {
        try await opened.delete(Array(gone[start..<min(start + step, gone.count)]))
        try await emptyLog(opened)
      }
      state.withLock { $0.counts.evicted += gone.count }
    }
  }

  /// The rows that were not used for longest, with about the bytes that they take.
  private func oldest(_ opened: CacheFile.Opened) throws(StoreError) -> [(key: String, bytes: Int)] {
    let waiting = state.withLock { $0.pending.used }
    let sql = """
      SELECT r.key AS key, length(r.value) AS bytes, r.modified AS modified, u.value AS used
      FROM responses r LEFT JOIN used u ON u.key = r.key
      """
    let rows = try opened.store.rows(sql)
    var aged: [(used: Double, key: String, bytes: Int)] = []
    for row in rows {
      let key = try row.text("key")
      let noted = row["used"].flatMap { if case .text(let text) = $0 { Double(text) } else { nil } } ?? 0
      let used = max(try row.number("modified"), noted, waiting[key]?.timeIntervalSince1970 ?? 0)
      aged.append((used, key, try row.integer("bytes") + key.utf8.count * 2 + 64))
    }
    return aged.sorted { $0.used < $1.used }.prefix(2_000).map { ($0.key, $0.bytes) }
  }
}
