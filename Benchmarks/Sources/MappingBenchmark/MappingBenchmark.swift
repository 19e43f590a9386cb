// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import Foundation
import StrataMapping

/// StrataMapping against Foundation's `JSONDecoder`: a list of 10,000 objects of 12 members, in turns within one run.
@main struct MappingBenchmark {
  static func main() async throws { try await run() }

  @concurrent private static func run() async throws {
    if CommandLine.arguments.count == 3 { return try memory(URL(filePath: CommandLine.arguments[2])) }
    let clean = Data(Catalogue.text(isClean: true).utf8)
    let broken = Data(Catalogue.text(isClean: false).utf8)
    let foundation = JSONDecoder()
    let strict = MappingDecoder(.strict)
    let lenient = MappingDecoder(.lenient)
    let expected = try foundation.decode([Item].self, from: clean)
    demand(try strict.decode([Item].self, from: clean) == expected)
    demand(try lenient.decode([Item].self, from: broken) == expected)

    print("\(clean.count) bytes of clean JSON, \(broken.count) bytes with every value to be repaired")
    print(Contest.head)
    let ways: [(name: String, decoder: MappingDecoder, data: Data)] = [
      ("strict", strict, clean), ("lenient, nothing to repair", lenient, clean),
      ("lenient, every value repaired", lenient, broken),
    ]
    for way in ways {
      print(
        try await Contest(way.name, count: 1) { _ in
          demand(try foundation.decode([Item].self, from: clean).count == 10_000)
        } ours: { _ in
          demand(try way.decoder.decode([Item].self, from: way.data).count == 10_000)
        }.line)
    }
    try small(foundation, strict)
    try measureMemory(clean)
  }

  /// One object of the list by itself: what a decoding costs before it begins.
  private static func small(_ foundation: JSONDecoder, _ strict: MappingDecoder) throws {
    let data = Data(Catalogue.item(1, isClean: true).utf8)
    for name in ["JSONDecoder", "strict"] {
      let start = ContinuousClock.now
      for _ in 0..<20_000 {
        if name == "strict" {
          _ = try strict.decode(Item.self, from: data)
        } else {
          _ = try foundation.decode(Item.self, from: data)
        }
      }
      print("one object of \(data.count) bytes, \(name): \((ContinuousClock.now - start) / 20_000)")
    }
  }

  /// Lets a fresh process decode, so that no memory of the turns above is used again unseen.
  private static func measureMemory(_ data: Data) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "strata-mapping-\(UUID().uuidString).json")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = try Process.run(URL(filePath: CommandLine.arguments[0]), arguments: ["memory", file.path])
    process.waitUntilExit()
    demand(process.terminationStatus == 0)
  }

  /// What this process needs at most while it decodes, and what the answer keeps.
  private static func memory(_ file: URL) throws {
    let (decoder, data) = (MappingDecoder(.strict), try Data(contentsOf: file))
    demand(try decoder.decode(Item.self, from: Data(Catalogue.item(1, isClean: true).utf8)).id == 1)
    guard let before = Resident.now(resettingPeak: true) else { return print("memory: not measured on this system") }
    let items = try decoder.decode([Item].self, from: data)
    guard let after = Resident.now(resettingPeak: false) else { return }
    demand(items.count == 10_000)
    let (result, peak) = (after.current - before.current, after.peak - before.current)
    let ratio = Double(data.count + peak) / (1.5 * Double(data.count) + Double(result))
    print(
      "memory: input \(data.count), result \(result), at most \(peak) beside the input:",
      String(format: "%.2f of 1.5 times the input plus the result", ratio))
  }
}

/// What a process keeps in memory, as Linux counts it.
private enum Resident {
  static func now(resettingPeak: Bool) -> (current: Int, peak: Int)? {
    if resettingPeak { try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs")) }
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    func kilobytes(_ name: String) -> Int? {
      status.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let current = kilobytes("VmRSS"), let peak = kilobytes("VmHWM") else { return nil }
    return (current * 1_024, peak * 1_024)
  }
}
