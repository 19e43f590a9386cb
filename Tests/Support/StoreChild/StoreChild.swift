// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataStore

/// A process that writes to a store until it is killed, and says each write that was acknowledged.
///
///     StoreChild write PATH START      puts START, START + 1, … each alone, and prints each number
///     StoreChild batch PATH START      the same by tens, in one transaction
///     StoreChild count PATH TIMES      adds 1 to one number so often, in transactions
///     StoreChild migrate PATH STEPS    opens with so many migrations that each add 1 to one number
///     StoreChild aside PATH KEY        opens, sets a damaged file aside, puts KEY, and says 1 if it was the one
///     StoreChild probe PATH ACCESS     as nobody, if it was root: opens to write (0) or read (1), writes and reads,
///                                      and says how each ended
@main struct StoreChild {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[3]) else { exit(64) }
    let url = URL(filePath: arguments[2])
    switch arguments[1] {
    case "probe": return await probe(url, number == 0 ? .readWrite : .readOnly)
    case "migrate": return try migrate(url, number)
    case "aside": return try await setAside(url, number)
    default: break
    }
    let store = try Store(at: url)
    let numbers = store.collection("numbers", of: Int.self, keyedBy: Int.self)
    switch arguments[1] {
    case "write":
      for next in number... {
        try await numbers.put(next, for: next)
        say(next)
      }
    case "batch":
      for next in stride(from: number, to: .max, by: 10) {
        try await numbers.put((next..<next + 10).map { (key: $0, value: $0) })
        say(next + 9)
      }
    case "count":
      for _ in 0..<number {
        try await store.write { transaction in
          let value = try transaction.value(for: 0, in: numbers) ?? 0
          try transaction.put(value + 1, for: 0, in: numbers)
        }
      }
    default: exit(64)
    }
  }

  private static func migrate(_ url: URL, _ steps: Int) throws {
    var configuration = StoreConfiguration()
    configuration.migrations = (0..<steps).map { step in
      StoreMigration("step \(step)") { transaction in
        let numbers = transaction.collection("numbers", of: Int.self)
        try transaction.put(try (transaction.value(for: "n", in: numbers) ?? 0) + 1, for: "n", in: numbers)
      }
    }
    _ = try Store(at: url, configuration)
  }

  private static func setAside(_ url: URL, _ key: Int) async throws {
    var configuration = StoreConfiguration()
    configuration.damage = .setAside
    let store = try Store(at: url, configuration)
    try await store.collection("numbers", of: Int.self, keyedBy: Int.self).put(key, for: key)
    say(store.damage == nil ? 0 : 1)
  }

  /// Says `open: CODE`, or `read: …` and `write: …`.
  private static func probe(_ url: URL, _ access: StoreConfiguration.Access) async {
    if getuid() == 0, setgid(65534) != 0 || setuid(65534) != 0 { exit(77) }
    var configuration = StoreConfiguration()
    configuration.access = access
    do {
      let texts = try Store(at: url, configuration).collection("texts", of: String.self)
      await say("read") { "\(try texts.value(for: "k") ?? "nothing")" }
      await say("write") {
        try await texts.put("x", for: "new")
        return "done"
      }
    } catch {
      await say("open") { throw error }
    }
  }

  private static func say(_ name: String, _ body: () async throws -> String) async {
    var answer: String
    do { answer = try await body() } catch { answer = (error as? StoreError)?.code.rawValue ?? "\(error)" }
    FileHandle.standardOutput.write(Data("\(name): \(answer)\n".utf8))
  }

  private static func say(_ number: Int) { FileHandle.standardOutput.write(Data("\(number)\n".utf8)) }
}
