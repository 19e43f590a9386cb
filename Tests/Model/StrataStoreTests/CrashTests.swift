// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

/// Processes that are killed at random moments, and several on one file. Full counts with STRATA_SOAK=1.
@Suite(.serialized, .timeLimit(.minutes(isSoak ? 30 : 1))) struct CrashTests {
  /// What every file must be after a kill: open, whole, with every acknowledged number and no part of a batch.
  private func check(_ file: TemporaryStore, acknowledged last: Int, batches: Bool) async throws -> Int {
    let store = try file.open()
    defer { store.close() }
    let keys = try store.collection("numbers", of: Int.self, keyedBy: Int.self).keys()
    #expect(keys == Array(0..<keys.count))
    #expect(keys.count > last, "acknowledged writes were lost")
    if batches { #expect(keys.count.isMultiple(of: 10), "a transaction was cut in two") }
    #expect(try await store.integrityCheck() == [])
    return keys.count
  }

  @Test(arguments: ["write", "batch"]) func aKilledProcessLosesNoAcknowledgedWrite(mode: String) async throws {
    let file = TemporaryStore()
    var next = 0
    for _ in 0..<(isSoak ? 250 : 6) {
      let lines = try Child(mode, file.url, next).kill(after: .random(in: 1...40))
      let last = lines.compactMap { Int($0) }.max() ?? -1
      #expect(last >= next)
      next = try await check(file, acknowledged: last, batches: mode == "batch")
    }
  }

  /// Killed while it opens, makes the file or writes the first time.
  @Test func aProcessKilledAtItsStartLeavesAFileThatOpens() async throws {
    for _ in 0..<(isSoak ? 100 : 4) {
      let file = TemporaryStore()
      let lines = try Child("write", file.url).kill(after: .random(in: 0...1))
      _ = try await check(file, acknowledged: lines.compactMap { Int($0) }.max() ?? -1, batches: false)
    }
  }

  @Test func aKilledWriterDoesNotStopTheOther() async throws {
    let file = TemporaryStore()
    try file.open().close()
    for round in 0..<(isSoak ? 50 : 3) {
      let counting = try Child("count", file.url, 50)
      let doomed = try Child("write", file.url, 1_000_000 * (round + 1))
      let lines = doomed.kill(after: .random(in: 0...10))
      #expect(counting.finish().status == 0)
      let numbers = try file.open().collection("numbers", of: Int.self, keyedBy: Int.self)
      #expect(try numbers.value(for: 0) == 50 * (round + 1))
      for line in lines { #expect(try numbers.contains(try #require(Int(line)))) }
    }
  }

  @Test func twoProcessesThatCountTogetherLoseNoUpdate() async throws {
    let file = TemporaryStore()
    let times = isSoak ? 2_000 : 100
    let children = try (0..<2).map { _ in try Child("count", file.url, times) }
    for child in children { #expect(child.finish().status == 0) }
    let store = try file.open()
    #expect(try store.collection("numbers", of: Int.self, keyedBy: Int.self).value(for: 0) == 2 * times)
    #expect(try await store.integrityCheck() == [])
  }

  /// Field report: two processes that migrate at launch.
  @Test func processesThatMigrateAtOnceRunEachMigrationOnce() throws {
    for _ in 0..<(isSoak ? 30 : 2) {
      let file = TemporaryStore()
      let children = try (0..<4).map { _ in try Child("migrate", file.url, 5) }
      for child in children { #expect(child.finish().status == 0) }
      let error = #expect(throws: StoreError.self) { try file.open() }
      #expect(error?.code == .superseded)
      let store = try file.open { $0.migrations = (0..<5).map { StoreMigration("step \($0)") { _ in } } }
      #expect(try store.collection("numbers", of: Int.self).value(for: "n") == 5)
    }
  }

  /// Field report: a damaged file and several processes: one sets it aside, all go on with the same fresh one.
  @Test func processesThatMeetADamagedFileSetItAsideOnce() throws {
    for _ in 0..<(isSoak ? 30 : 2) {
      let file = TemporaryStore()
      try FileManager.default.createDirectory(at: file.folder, withIntermediateDirectories: true)
      try Data(repeating: 0x5A, count: 20_000).write(to: file.url)
      let children = try (1...4).map { try Child("aside", file.url, $0) }
      let answers = children.map { $0.finish() }
      #expect(answers.map(\.status) == [0, 0, 0, 0])
      #expect(answers.flatMap(\.lines).sorted() == ["0", "0", "0", "1"])
      let names = try FileManager.default.contentsOfDirectory(atPath: file.folder.path)
      #expect(names.filter { $0.contains(".damaged-") }.count == 1)
      #expect(try file.open().collection("numbers", of: Int.self, keyedBy: Int.self).keys() == [1, 2, 3, 4])
    }
  }
}
