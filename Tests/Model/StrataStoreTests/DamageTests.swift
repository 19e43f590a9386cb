// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct DamageTests {
  private func filled() async throws -> TemporaryStore {
    let file = TemporaryStore()
    let store = try file.open()
    try await store.collection("texts", of: String.self).put(
      (0..<200).map { (key: "k\($0)", value: String(repeating: "x", count: 500)) })
    store.close()
    return file
  }

  private func damage(_ file: TemporaryStore, _ kind: String) throws {
    let handle = try FileHandle(forUpdating: file.url)
    defer { try? handle.close() }
    switch kind {
    case "header": try handle.write(contentsOf: Data(repeating: 0xFF, count: 64))
    case "empty": try handle.truncate(atOffset: 0)
    case "half":
      let size = try handle.seekToEnd()
      try handle.truncate(atOffset: size / 2)
    default: try handle.write(contentsOf: Data("this is no database at all".utf8))
    }
  }

  @Test(arguments: ["header", "empty", "half", "text"]) func aDamagedFileIsAnErrorAndIsSetAsideIfAsked(
    kind: String
  ) async throws {
    let file = try await filled()
    try damage(file, kind)
    let error = #expect(throws: StoreError.self) { _ = try file.open().collection("texts", of: String.self).all() }
    #expect(error?.code == .corrupt)
    let reported = Locked<StoreDamage?>(nil)
    let store = try file.open { $0.damage = .setAside { damage in reported.withLock { $0 = damage } } }
    let location = try #require(store.damage?.location)
    #expect(reported.withLock { $0?.location } == location)
    #expect(FileManager.default.fileExists(atPath: location.path))
    let texts = store.collection("texts", of: String.self)
    #expect(try texts.count() == 0)
    try await texts.put("new", for: "k")
    #expect(try file.open { $0.damage = .setAside }.damage == nil)
  }

  @Test func aDamagedPageIsAnErrorAndTheNextOpeningSetsItAside() async throws {
    let file = try await filled()
    let handle = try FileHandle(forUpdating: file.url)
    let size = try handle.seekToEnd()
    for page in stride(from: UInt64(4096 * 5), to: size, by: 4096) {
      try handle.seek(toOffset: page)
      try handle.write(contentsOf: Data(repeating: 0xAB, count: 200))
    }
    try handle.close()
    let store = try file.open { $0.damage = .setAside }
    let error = #expect(throws: StoreError.self) { try store.collection("texts", of: String.self).all() }
    #expect(error?.code == .corrupt)
    store.close()
    #expect(try file.open { $0.damage = .setAside }.damage != nil)
  }

  @Test func aFileThatWasDeletedWhileOpenTakesNoMoreWrites() async throws {
    let file = try await filled()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    try await texts.put("x", for: "k")
    try FileManager.default.removeItem(at: file.url)
    let error = await #expect(throws: StoreError.self) { try await texts.put("y", for: "k") }
    #expect(error?.code == .moved)
  }

  @Test func aFullFileSaysSoAndGoesOnReading() async throws {
    let file = TemporaryStore()
    let store = try file.open { $0.maximumSize = 200_000 }
    let texts = store.collection("texts", of: String.self)
    let text = String(repeating: "x", count: 1_000)
    var written = 0
    let error = await #expect(throws: StoreError.self) {
      for number in 0..<1_000 {
        try await texts.put(text, for: "k\(number)")
        written += 1
      }
    }
    #expect(error?.code == .full)
    #expect(error.map(Failure.init)?.kind == .storage)
    #expect(written > 50)
    #expect(try texts.count() == written)
    #expect(try texts.value(for: "k0") == text)
    try await texts.delete(prefix: "k1")
    try await texts.put(text, for: "again")
    #expect(try texts.value(for: "again") == text)
    #expect(try await store.integrityCheck() == [])
  }

  @Test func aDeniedAccessIsLockedAndNeverDamage() {
    let codes: [(Int32, Int32, StoreError.Code)] = [
      (14, EACCES, .locked), (14, EPERM, .locked), (26, EPERM, .locked), (10, EPERM, .locked), (23, 0, .locked),
      (10, ENOSPC, .full), (13, 0, .full), (11, 0, .corrupt), (26, 0, .corrupt), (5, 0, .busy), (517, 0, .busy),
      (8, 0, .notAllowed), (1032, 0, .moved), (14, ENOENT, .failed), (1, 0, .failed),
    ]
    for (result, system, code) in codes {
      #expect(StoreError(result, systemError: system, text: "x").code == code, "\(result) \(system)")
    }
  }
}
