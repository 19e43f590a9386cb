// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataStore

/// A process that writes to a store until it is killed, and says each write that was acknowledged.
///
///     StoreChild write PATH START      puts START, START + 1, … each alone, and prints each number
///     StoreChild batch PATH START      the same by tens, in one transaction
///     StoreChild count PATH TIMES      adds 1 to one number so often, in transactions
@main struct StoreChild {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let number = Int(arguments[3]) else { exit(64) }
    let store = try Store(at: URL(filePath: arguments[2]))
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

  private static func say(_ number: Int) { FileHandle.standardOutput.write(Data("\(number)\n".utf8)) }
}
