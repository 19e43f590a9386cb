// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataCache
import StrataRequest
import Testing

/// The public HTTP cache suite, where its cases are: STRATA_HTTP_CASES names the folder of `tests.json`.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ConformanceTests {
  private static let folder = ProcessInfo.processInfo.environment["STRATA_HTTP_CASES"]

  @Test func passesEveryCaseThatAPrivateCacheCan() async throws {
    guard let folder = Self.folder else {
      print("http-cache: skipped, STRATA_HTTP_CASES is not set")
      return
    }
    let cases = try ConformanceCase.load(folder)
    let report = try await ConformanceReport.run(cases)
    print(report.description)
    #expect(report.unexpected == [], "what passed before, or is new, does not pass")
    let optimal = report.tally("optimal")
    #expect(optimal.passed * 98 >= optimal.applicable * 85)
  }
}

/// What became of all cases.
struct ConformanceReport: CustomStringConvertible {
  var outcomes: [(test: ConformanceCase, outcome: CaseOutcome)] = []
  var skipped: [String] = []

  static func run(_ cases: [ConformanceCase]) async throws -> ConformanceReport {
    let time = TestTime()
    let origin = CaseOrigin(time)
    let server = try FaultServer { origin.serve($0) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-cases-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = ResponseCache(at: folder.appending(path: "cache.sqlite")) { $0.date = { time.now } }
    let client = Client(server.url()) {
      $0.cache = cache
      $0.retry = .never
      $0.date = { time.now }
      // Some cases name content codings that nobody can undo.
      $0.headers["Accept-Encoding"] = "identity"
    }
    var report = ConformanceReport()
    for test in cases {
      if let reason = test.isForOthers {
        report.skipped.append("\(test.id): \(reason)")
        continue
      }
      let id = UUID().uuidString.lowercased()
      let run = CaseRun(test: test, id: id, client: client, cache: cache, origin: origin, time: time)
      report.outcomes.append((test, await run.run()))
    }
    await cache.close()
    return report
  }

  struct Tally {
    var passed = 0, failed = 0, void = 0, applicable = 0
  }

  func tally(_ kind: String, suite: String? = nil) -> Tally {
    var tally = Tally()
    for (test, outcome) in outcomes where test.kind == kind && suite ?? test.suite == test.suite {
      switch outcome {
      case .passed: tally.passed += 1
      case .failed: tally.failed += 1
      case .void: tally.void += 1
      }
      if conformanceExceptions[test.id]?.isInapplicable != true { tally.applicable += 1 }
    }
    return tally
  }

  /// Cases with a verdict that do not pass and are not listed.
  var unexpected: [String] {
    outcomes.filter { $0.test.kind != "check" && $0.outcome != .passed && conformanceExceptions[$0.test.id] == nil }
      .map { "\($0.test.id): \($0.outcome)" }
  }

  /// Cases that are listed and pass.
  var outdated: [String] {
    outcomes.filter { $0.outcome == .passed && conformanceExceptions[$0.test.id] != nil }.map(\.test.id)
  }

  var description: String {
    var lines: [String] = []
    for kind in ["required", "optimal", "check"] {
      let all = tally(kind)
      lines.append(
        "http-cache \(kind): \(all.passed) pass, \(all.failed) fail, \(all.void) void; \(all.applicable) applicable")
      for suite in Set(outcomes.map(\.test.suite)).sorted() {
        let part = tally(kind, suite: suite)
        guard part.passed + part.failed + part.void > 0 else { continue }
        lines.append("  \(suite): \(part.passed) pass, \(part.failed) fail, \(part.void) void")
      }
    }
    for (test, outcome) in outcomes where outcome != .passed {
      let exception = conformanceExceptions[test.id].map { " [\($0.section): \($0.reason)]" } ?? ""
      lines.append("  \(test.kind) \(test.id): \(outcome)\(exception)")
    }
    lines += outdated.map { "  passes now, strike it from ConformanceExceptions: \($0)" }
    return (lines + skipped.map { "  skipped \($0)" }).joined(separator: "\n")
  }
}
