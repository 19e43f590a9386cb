// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

/// Long counts with STRATA_SOAK=1.
let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

@Suite(.serialized, .timeLimit(.minutes(isSoak ? 30 : 1))) struct CrashTests {
  /// The child beside the test's own executable.
  private static let child = Bundle.main.executableURL.map {
    var folder = $0.deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "StoreChild").path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "StoreChild")
  }

  private func start(_ mode: String, _ file: TemporaryStore, _ number: Int, _ output: Pipe? = nil) throws -> Process {
    let process = Process()
    process.executableURL = Self.child
    process.arguments = [mode, file.url.path, "\(number)"]
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }

  /// Reads acknowledgements, kills the child after a random number of them, and reads what was still in the pipe.
  private func kill(_ mode: String, _ file: TemporaryStore, from first: Int, after lines: Int) throws -> Int {
    let pipe = Pipe()
    let process = try start(mode, file, first, pipe)
    var text = Data()
    while text.count(where: { $0 == 10 }) < lines {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += more
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    text += pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self).split(separator: "\n").dropLast(0).compactMap { Int($0) }.max() ?? -1
  }

  @Test(arguments: ["write", "batch"]) func aKilledProcessLosesNoAcknowledgedWrite(mode: String) async throws {
    var random = SystemRandomNumberGenerator()
    let file = TemporaryStore()
    var next = 0
    for _ in 0..<(isSoak ? 250 : 6) {
      let last = try kill(mode, file, from: next, after: Int.random(in: 1...40, using: &random))
      let store = try file.open()
      let numbers = store.collection("numbers", of: Int.self, keyedBy: Int.self)
      let keys = try numbers.keys()
      #expect(last >= next)
      #expect(keys.count > last && Array(keys[0...last]) == Array(0...last))
      if mode == "batch" { #expect(keys.count % 10 == 0) }
      #expect(try await store.integrityCheck() == [])
      store.close()
      next = keys.count
    }
  }

  @Test func twoProcessesThatCountTogetherLoseNoUpdate() async throws {
    let file = TemporaryStore()
    let times = isSoak ? 2_000 : 100
    let processes = try (0..<2).map { _ in try start("count", file, times) }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus) == [0, 0])
    let numbers = try file.open().collection("numbers", of: Int.self, keyedBy: Int.self)
    #expect(try numbers.value(for: 0) == 2 * times)
  }
}
