// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

/// What bytes can suffer: the stated error or the stated policy, never a crash and never silent emptiness.
@Suite(.timeLimit(.minutes(isSoak ? 20 : 1))) struct DamageTests {
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
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 0)
    switch kind {
    case "header": try handle.write(contentsOf: Data(repeating: 0xFF, count: 64))
    case "zeros": try handle.write(contentsOf: Data(count: 4_096))
    case "empty": try handle.truncate(atOffset: 0)
    case "half": try handle.truncate(atOffset: size / 2)
    case "stump": try handle.truncate(atOffset: 50)
    case "schema":
      try handle.seek(toOffset: 100)
      try handle.write(contentsOf: Data(repeating: 0xAB, count: 3_900))
    default: try handle.write(contentsOf: Data("this is no database at all".utf8))
    }
  }

  @Test(arguments: ["header", "zeros", "empty", "half", "stump", "schema", "text"])
  func aDamagedFileIsAnErrorAndIsSetAsideIfAsked(kind: String) async throws {
    let file = try await filled()
    try damage(file, kind)
    let damaged = try Data(contentsOf: file.url)
    let error = #expect(throws: StoreError.self) { _ = try file.open().collection("texts", of: String.self).all() }
    #expect(error?.code == .corrupt)
    #expect(error?.message.contains("test.sqlite") == true)
    let reported = Locked<StoreDamage?>(nil)
    let store = try file.open { $0.damage = .setAside { damage in reported.withLock { $0 = damage } } }
    let location = try #require(store.damage?.location)
    #expect(reported.withLock { $0?.location } == location)
    #expect(store.damage?.error.code == .corrupt)
    #expect(try Data(contentsOf: location) == damaged)
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

  /// Any bytes anywhere: an answer or an error, and the process lives. SQLite keeps no checksums: a changed pointer can
  /// lead to another row, and then the check of every page must see it.
  @Test func randomBytesNeverCrashAndAWrongAnswerIsSeenByTheCheck() async throws {
    let original = try await filled()
    let whole = try Data(contentsOf: original.url)
    let expected = String(repeating: "x", count: 500)
    for seed in 0..<(isSoak ? 2_000 : 40) {
      var random = Seeded(state: UInt64(seed))
      let file = TemporaryStore()
      try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
      var data = whole
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let place = Int.random(in: 0..<data.count, using: &random)
        for offset in place..<min(place + Int.random(in: 1...64, using: &random), data.count) {
          data[offset] = .random(in: 0...255, using: &random)
        }
      }
      try data.write(to: file.url)
      guard let store = try? file.open() else { continue }
      let texts = store.collection("texts", of: String.self)
      // NB: a changed letter inside a value is beyond what SQLite can see; a changed length or place is not.
      if let values = try? texts.all() { #expect(values.allSatisfy { $0.utf8.count <= 2 * expected.utf8.count }) }
      for number in 0..<200 { _ = try? texts.value(for: "k\(number)") }
      try? await texts.put("new", for: "new")
      let findings = try? await store.integrityCheck()
      if let value = try? texts.value(for: "new"), value != "new" { #expect(findings != [], "seed \(seed)") }
      store.close()
    }
  }

  @Test func aDamagedLogIsCutAtItsLastWholeCommit() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    for number in 0..<20 { try await texts.put(String(repeating: "x", count: 500), for: "k\(number)") }
    // A copy as a killed process would leave it, with the log's end overwritten.
    let copy = file.folder.appending(path: "copy.sqlite")
    try FileManager.default.copyItem(at: file.url, to: copy)
    var log = try Data(contentsOf: URL(filePath: file.url.path + "-wal"))
    for offset in (log.count - 5_000)..<log.count { log[offset] = 0xAB }
    try log.write(to: URL(filePath: copy.path + "-wal"))
    let rest = try Store(at: copy)
    let keys = try rest.collection("texts", of: String.self).keys()
    #expect(keys.count >= 15 && keys.count < 20)
    #expect(try await rest.integrityCheck() == [])
    rest.close()
    #expect(try texts.count() == 20)
  }

  enum Leaving: CaseIterable { case deleted, renamed, replaced, renamedBack }

  @Test(arguments: Leaving.allCases) func aFileThatWentAwayWhileOpenTakesNoMoreWrites(_ leaving: Leaving) async throws {
    let file = try await filled()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    let elsewhere = file.folder.appending(path: "elsewhere")
    try await texts.put("x", for: "k")
    switch leaving {
    case .deleted: try FileManager.default.removeItem(at: file.url)
    case .renamed: try FileManager.default.moveItem(at: file.url, to: elsewhere)
    case .replaced:
      try FileManager.default.moveItem(at: file.url, to: elsewhere)
      try Data("another".utf8).write(to: file.url)
    case .renamedBack:
      try FileManager.default.moveItem(at: file.url, to: elsewhere)
      #expect(await code { try await store.write { try $0.put("y", for: "k", in: texts) } } == .moved)
      try FileManager.default.moveItem(at: elsewhere, to: file.url)
      for number in 0..<10 { try await texts.put("\(number)", for: "k") }
      return #expect(try texts.value(for: "k") == "9")
    }
    #expect(await code { try await texts.put("y", for: "k") } == .moved)
    #expect(await code { try await store.write { try $0.put("y", for: "k", in: texts) } } == .moved)
    #expect(await code { try await texts.delete("k") } == .moved)
  }

  // The connection that writes is opened by the first write, and must not meet another file than the reader has.
  @Test(arguments: [Leaving.deleted, .renamed, .replaced])
  func aFileThatWentAwayBeforeTheFirstWriteTakesNone(_ leaving: Leaving) async throws {
    let file = try await filled()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    let other = try await filled()
    switch leaving {
    case .deleted: try FileManager.default.removeItem(at: file.url)
    case .renamed: try FileManager.default.moveItem(at: file.url, to: file.folder.appending(path: "elsewhere"))
    case .replaced, .renamedBack:
      try FileManager.default.moveItem(at: file.url, to: file.folder.appending(path: "elsewhere"))
      try FileManager.default.copyItem(at: other.url, to: file.url)
    }
    #expect(await code { try await texts.put("y", for: "k") } == .moved)
    #expect(await code { try await store.write { try $0.put("y", for: "k", in: texts) } } == .moved)
    // Closed and opened again it is another store.
    guard leaving == .replaced else { return }
    store.suspend()
    store.resume()
    try await texts.put("y", for: "k")
    #expect(try texts.value(for: "k") == "y")
  }

  /// A name that a folder above the file lost is not the file's own: it is looked up each millisecond.
  @Test func aFileWhoseFolderWasRenamedTakesNoMoreWrites() async throws {
    let file = try await filled()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    try await texts.put("x", for: "k")
    let elsewhere = file.folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    try FileManager.default.moveItem(at: file.folder, to: elsewhere)
    defer { try? FileManager.default.removeItem(at: elsewhere) }
    let start = ContinuousClock.now
    var found: StoreError.Code?
    while found == nil, ContinuousClock.now - start < .seconds(10) {
      found = await code { try await texts.put("y", for: "k") }
    }
    #expect(found == .moved)
    #expect(await code { try await texts.put("z", for: "k") } == .moved)
  }

  /// Another name of the file that comes and goes changes the file's record, and nothing else.
  @Test func aSecondNameOfTheFileThatComesAndGoesChangesNothing() async throws {
    let file = try await filled()
    let store = try file.open()
    let texts = store.collection("texts", of: String.self)
    let other = file.folder.appending(path: "other")
    for number in 0..<20 {
      if number.isMultiple(of: 2) {
        try FileManager.default.linkItem(at: file.url, to: other)
      } else {
        try FileManager.default.removeItem(at: other)
      }
      try await texts.put("\(number)", for: "k")
    }
    #expect(try texts.value(for: "k") == "19")
  }

  @Test func anSQLiteFileOfSomethingElseIsRefusedAndKept() async throws {
    let file = TemporaryStore()
    try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
    try shell(file.url, "CREATE TABLE t(x); INSERT INTO t VALUES (1)")
    let before = try Data(contentsOf: file.url)
    for policy in [StoreConfiguration.DamagePolicy.fail, .setAside] {
      #expect(await code { _ = try file.open { $0.damage = policy } } == .failed)
    }
    #expect(try Data(contentsOf: file.url) == before)
  }

  @Test func twoDamagesOnOneDayAreBothKept() async throws {
    let file = TemporaryStore()
    let day = Date(timeIntervalSince1970: 1_000_000)
    for _ in 0..<3 {
      try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
      try Data(repeating: 1, count: 5_000).write(to: file.url)
      let store = try file.open {
        $0.damage = .setAside
        $0.now = { day }
      }
      #expect(store.damage?.date == day)
      store.close()
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
    #expect(names.filter { $0.contains(".damaged-1970-01-12") }.count == 3)
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

/// A small generator with a fixed seed.
struct Seeded: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
