// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct FileTests {
  @Test(arguments: ["hello", String(repeating: "not a database\n", count: 1000)])
  func aFileThatIsNoDatabaseIsRefusedAndLeftAsItIs(content: String) throws {
    let file = TemporaryStore()
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file.url)
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.code == .corrupt)
    #expect(error?.description.contains("test.sqlite") == true)
    #expect(error.map(Failure.init)?.kind == .storage)
    #expect(try Data(contentsOf: file.url) == Data(content.utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == ["test.sqlite"])
  }

  @Test func aFolderIsNoStore() throws {
    let file = TemporaryStore()
    try FileManager.default.createDirectory(at: file.url, withIntermediateDirectories: true)
    let error = #expect(throws: StoreError.self) { try file.open() }
    #expect(error?.code == .failed)
  }

  @Test func theFileIsItsOwnersAlone() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    try await store.collection("numbers", of: Int.self).put(1, for: "k")
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path).sorted()
    #expect(names == ["test.sqlite", "test.sqlite-shm", "test.sqlite-wal"])
    for name in names {
      let path = file.folder.appending(path: name).path
      let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
      #expect(rights?.intValue == 0o600, "\(name)")
    }
    store.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder.path) == ["test.sqlite"])
  }

  @Test func twoStoresOnOneFileSeeEachOther() async throws {
    let file = TemporaryStore()
    let (one, two) = (try file.open(), try file.open())
    let (a, b) = (one.collection("numbers", of: Int.self), two.collection("numbers", of: Int.self))
    #expect(try b.value(for: "k") == nil)
    try await a.put(1, for: "k")
    #expect(try b.value(for: "k") == 1)
    try await b.put(2, for: "k")
    #expect(try a.value(for: "k") == 2)
  }

  @Test func twoStoresThatCountTogetherLoseNothing() async throws {
    let file = TemporaryStore()
    let stores = [try file.open(), try file.open()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        let counts = store.collection("counts", of: Int.self)
        for _ in 0..<50 {
          group.addTask {
            try await store.write { try $0.put((try $0.value(for: "n", in: counts) ?? 0) + 1, for: "n", in: counts) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try stores[0].collection("counts", of: Int.self).value(for: "n") == 100)
  }

  @Test func storesThatOpenANewFileAtOnceAllDo() async throws {
    let file = TemporaryStore()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask { try await file.open().collection("numbers", of: Int.self).put(number, for: "\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try file.open().collection("numbers", of: Int.self).all() == Array(0..<8))
  }

  @Test func aStoreThatHoldsTheFileMakesTheOtherBusy() async throws {
    let file = TemporaryStore()
    let (holder, other) = (try file.open(), try file.open { $0.busyTimeout = .milliseconds(1) })
    let numbers = other.collection("numbers", of: Int.self)
    try await numbers.put(1, for: "k")
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    async let holding: Void = holder.write { _ in
      entered.signal()
      left.wait()
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        entered.wait()
        continuation.resume()
      }
    }
    let error = await #expect(throws: StoreError.self) { try await numbers.put(2, for: "k") }
    #expect(error?.code == .busy)
    #expect(error.map(Failure.init)?.isRetryable == true)
    #expect(try numbers.value(for: "k") == 1)
    left.signal()
    try await holding
    try await numbers.put(2, for: "k")
    #expect(try numbers.value(for: "k") == 2)
  }
}
