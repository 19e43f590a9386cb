// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataStore

extension CacheStorage {
  /// How long a response waits for others to be written with.
  private static let pause = Duration.milliseconds(100)

  /// Writes what is pending after a pause, in a task that lives no longer than there is something to write.
  func writeSoon() {
    let task = Task(priority: .utility) {
      try? await Task.sleep(for: Self.pause)
      await self.write()
    }
    state.withLock { state in
      if state.writing == nil { state.writing = task } else { task.cancel() }
    }
  }

  /// Writes now what is pending, and waits for it.
  func settle() async {
    let task = state.withLock { $0.writing }
    task?.cancel()
    await task?.value
    if state.withLock({ !$0.pending.isEmpty || !$0.used.isEmpty }) { await write() }
  }

  private func write() async {
    var goesOn = true
    while goesOn {
      let isWritten = await report { try await self.writeBatch() }
      goesOn = state.withLock { state in
        // What could not be written waits for the next that is put, if it is not much.
        if !isWritten, state.pendingBytes > configuration.memoryLimit { state.dropAll() }
        if !isWritten || state.pending.isEmpty { state.writing = nil }
        return state.writing != nil
      }
    }
  }

  /// Writes one transaction, and makes room where that is needed.
  private func writeBatch() async throws {
    guard let opened = try file.open() else { return state.withLock { $0.dropAll() } }
    try await makeRoom(opened)
    let limit = file.limits.batch
    try await opened.store.write { transaction in
      // NB: taken in here, so that whoever deletes later in the store's queue deletes these rows as well.
      let (rows, used) = self.state.withLock { $0.take(upTo: limit) }
      for (row, response) in rows { try transaction.put(response, for: row, in: opened.responses) }
      for (row, date) in used { try transaction.put(date.timeIntervalSince1970, for: row, in: opened.used) }
    }
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
      try await opened.delete(gone)
      state.withLock { $0.counts.evicted += gone.count }
    }
  }

  /// The rows that were not used for longest, with about the bytes that they take.
  private func oldest(_ opened: CacheFile.Opened) throws(StoreError) -> [(key: String, bytes: Int)] {
    let waiting = state.withLock { $0.used }
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

extension CacheStorage.State {
  /// What is written next, out of what is pending: at least one row, if there is one.
  fileprivate mutating func take(upTo limit: Int) -> (rows: [(String, StoredResponse)], used: [(String, Date)]) {
    var rows: [(String, StoredResponse)] = []
    var bytes = 0
    for (row, response) in pending {
      if !rows.isEmpty, bytes + response.size > limit { break }
      rows.append((row, response))
      bytes += response.size
    }
    for (row, _) in rows { pending[row] = nil }
    pendingBytes -= bytes
    defer { used = [:] }
    return (rows, Array(used))
  }

  fileprivate mutating func dropAll() { (pending, pendingBytes, used) = ([:], 0, [:]) }
}
