// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted

/// Long counts with STRATA_SOAK=1.
let isSoak = ProcessInfo.processInfo.environment["STRATA_SOAK"] == "1"

/// A process that uses a store's file: `StoreChild`, which lies beside the tests' own executable.
struct Child {
  let process = Process()
  let output = Pipe()

  init(_ mode: String, _ url: URL, _ number: Int = 0) throws {
    process.executableURL = try Self.executable()
    process.arguments = [mode, url.path, "\(number)"]
    process.standardOutput = output
    try process.run()
  }

  /// Waits for its end, and gives all that it said.
  func finish() -> (status: Int32, lines: [String]) {
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, Self.lines(text))
  }

  /// Reads so many lines, kills it there, and gives all that it had said.
  func kill(after count: Int) -> [String] {
    var text = Data()
    while text.count(where: { $0 == 10 }) < count {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += more
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    text += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Self.lines(text)
  }

  /// The lines that are complete: a killed process may leave half of one.
  private static func lines(_ text: Data) -> [String] {
    let whole = text.lastIndex(of: 10).map { text[...$0] } ?? Data()
    return String(decoding: whole, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func executable() throws -> URL {
    var folder = Bundle.main.executableURL?.deletingLastPathComponent() ?? URL(filePath: "/")
    while !FileManager.default.fileExists(atPath: folder.appending(path: "StoreChild").path), folder.path != "/" {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "StoreChild")
  }
}
