// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// What this process uses, as Linux tells it; `nil` elsewhere.
enum Resources {
  /// Resident memory now, in MB.
  static var memory: Double? { status("VmRSS:") }
  /// The most there was, in MB.
  static var peakMemory: Double? { status("VmHWM:") }
  /// Open file descriptors.
  static var descriptors: Int? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }

  private static func status(_ name: String) -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) }.map { $0 / 1_024 }
  }

  /// A line of figures.
  static var line: String {
    "RSS \(memory.map { String(format: "%.1f", $0) } ?? "?") MB, \(descriptors.map(String.init) ?? "?") descriptors"
  }
}
