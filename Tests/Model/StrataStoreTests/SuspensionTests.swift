// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

/// The system ends an app that sleeps with a lock on a shared file (0xdead10cc): a suspended store holds none.
@Suite(.timeLimit(.minutes(1))) struct SuspensionTests {
  /// The locks that the kernel has for the files of a store.
  private func locks(_ file: TemporaryStore) throws -> Int {
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    let numbers = try names.compactMap {
      try FileManager.default.attributesOfItem(atPath: file.folder.appending(path: $0).path)[.systemFileNumber]
        as? NSNumber
    }
    // NB: a file of the kernel gives a page at a time, so it is read to its end.
    let handle = try FileHandle(forReadingFrom: URL(filePath: "/proc/locks"))
    let table = String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
    return table.split(separator: "\n").count { line in numbers.contains { line.contains(":\($0) ") } }
  }

  private static let hasLockTable = FileManager.default.isReadableFile(atPath: "/proc/locks")

  @Test(.enabled(if: hasLockTable, "the kernel shows no locks")) func aSuspendedStoreHoldsNoLock() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let numbers = store.collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    #expect(try numbers.value(for: "k") == 1)
    #expect(try locks(file) > 0)
    store.suspend()
    #expect(try locks(file) == 0)
    store.resume()
    #expect(try numbers.value(for: "k") == 1)
    try await numbers.put(2, for: "k")
    store.suspend()
    #expect(try locks(file) == 0)
  }

  @Test func suspendingWaitsForAWriteAndLosesNothing() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let numbers = store.collection("n", of: Int.self, keyedBy: Int.self)
    try await numbers.put(0, for: 0)
    await withTaskGroup(of: Bool.self) { group in
      for number in 1...20 {
        group.addTask { (try? await numbers.put(number, for: number)) != nil }
      }
      group.addTask {
        store.suspend()
        return false
      }
      let written = await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      store.resume()
      #expect((try? numbers.count()) == written + 1)
    }
  }

  @Test func whileSuspendedEveryCallSaysClosedAndUpdatesGoOnAfterwards() async throws {
    let file = TemporaryStore()
    let (store, other) = (try file.open(), try file.open())
    let numbers = store.collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    var updates = numbers.updates(for: "k").makeAsyncIterator()
    #expect(try await updates.next() == 1)
    store.suspend()
    store.suspend()
    #expect(await code { _ = try numbers.value(for: "k") } == .closed)
    #expect(await code { try await numbers.put(9, for: "k") } == .closed)
    #expect(await code { try await store.backup(to: file.folder.appending(path: "b")) } == .closed)
    try await other.collection("n", of: Int.self).put(2, for: "k")
    store.resume()
    #expect(try await updates.next() == 2)
    store.close()
    store.resume()
    #expect(await code { _ = try numbers.value(for: "k") } == .closed)
  }

  @Test func aStoreInMemoryForgetsNothingWhenSuspended() async throws {
    let store = try Store.inMemory()
    let numbers = store.collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    store.suspend()
    #expect(try numbers.value(for: "k") == 1)
  }
}
