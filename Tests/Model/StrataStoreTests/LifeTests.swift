// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct LifeTests {
  struct New: Codable, Equatable { var title: String }

  @Test func aNewerFileIsSupersededAndUntouched() async throws {
    let file = TemporaryStore()
    try file.open().close()
    var data = try Data(contentsOf: file.url)
    data[63] = 9
    try data.write(to: file.url)
    let error = #expect(throws: StoreError.self) { try file.open { $0.damage = .setAside } }
    #expect(error?.code == .superseded)
    #expect(try Data(contentsOf: file.url) == data)
  }

  @Test func aBackupOpensAsAStore() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    try await texts.put("x", for: "k")
    let copy = file.folder.appending(path: "copy.sqlite")
    try await store.backup(to: copy)
    try await texts.put("y", for: "k")
    #expect(try Store(at: copy).collection("texts", of: String.self).value(for: "k") == "x")
    let mode = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o600)
    await #expect(throws: StoreError.self) { try await store.backup(to: copy) }
  }

  @Test func nothingOfAUserIsLeftAfterSignOut() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let marker = "marker-\(UUID().uuidString)"
    try await store.collection("texts", of: String.self).put(marker, for: "k")
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    #expect(names.count == 3)
    let open = try names.map { try FileHandle(forReadingFrom: file.folder.appending(path: $0)) }
    let before = open.map { $0.readDataToEndOfFile() }
    #expect(before.contains { $0.range(of: Data(marker.utf8)) != nil })
    try store.closeAndDelete()
    for handle in open {
      try handle.seek(toOffset: 0)
      #expect(handle.readDataToEndOfFile().range(of: Data(marker.utf8)) == nil)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == [])
  }

  @Test func aSuspendedStoreHoldsNoFileAndWorksAgain() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    try await texts.put("x", for: "k")
    store.suspend()
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == ["test.sqlite"])
    let error = #expect(throws: StoreError.self) { try texts.value(for: "k") }
    #expect(error?.code == .closed)
    store.resume()
    #expect(try texts.value(for: "k") == "x")
    try await texts.put("y", for: "k")
  }

  @Test func aReadOnlyStoreReadsAndRefusesWrites() async throws {
    let file = TemporaryStore()
    #expect(throws: StoreError.self) { try file.open { $0.access = .readOnly } }
    try await file.open().collection("texts", of: String.self).put("x", for: "k")
    let texts = try file.open { $0.access = .readOnly }.collection("texts", of: String.self)
    #expect(try texts.value(for: "k") == "x")
    let error = await #expect(throws: StoreError.self) { try await texts.put("y", for: "k") }
    #expect(error?.code == .notAllowed)
  }

  @Test func theSummarySaysWhatIsInside() async throws {
    let store = try Store.inMemory()
    try await store.collection("news", of: New.self, indexes: [.init(\.title)]).put(New(title: "abc"), for: "k")
    let summary = try await store.describe()
    #expect(summary.collections.map(\.name) == ["news"])
    #expect(summary.collections.first?.count == 1 && summary.collections.first?.indexes == ["title"])
    #expect(summary.description.contains("news: 1 values, 15 bytes, indexes on title"))
  }

  @Test func aWriteOfAnotherProcessIsNoticed() async throws {
    let file = TemporaryStore()
    let (one, two) = (try file.open(), try file.open())
    let (a, b) = (one.collection("n", of: Int.self), two.collection("n", of: Int.self))
    var updates = a.updates(for: "k").makeAsyncIterator()
    #expect(try await updates.next() == .some(nil))
    try one.noticeOtherProcesses()
    try await b.put(7, for: "k")
    #expect(try one.noticeOtherProcesses())
    #expect(try await updates.next() == 7)
    #expect(try !one.noticeOtherProcesses())
  }

  @MainActor @Test func aMainActorModelWatchesInOneLine() async throws {
    let numbers = try Store.inMemory().collection("n", of: Int.self)
    try await numbers.put(1, for: "k")
    var seen: [[Int]] = []
    for try await values in numbers.updates() {
      seen.append(values)
      if values.count == 2 { break }
      try await numbers.put(2, for: "l")
    }
    #expect(seen == [[1], [1, 2]])
  }

  @Test func largeAndEmptyValuesComeBack() async throws {
    let file = TemporaryStore()
    let blobs = try file.open().collection("b", of: Data.self, encoding: .raw)
    let large = Data(repeating: 7, count: isSoak ? 64 << 20 : 4 << 20)
    try await blobs.put(large, for: String(repeating: "k", count: 100_000))
    try await blobs.put(Data(), for: "empty")
    #expect(try blobs.value(for: String(repeating: "k", count: 100_000)) == large)
    #expect(try blobs.value(for: "empty") == Data())
  }

}
