// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataScripted
import XCTest

/// XCTest, because only it runs on the process's main thread, as an app does: elsewhere on Linux the main actor
/// shares the threads that decode.
final class MainThreadTests: XCTestCase {
  func testTheMainActorTicksWhileAnswersAreDecoded() throws {
    try MainActor.assumeIsolated {
      let count = isSoak ? 200 : 10
      let body = try JSONEncoder().encode((0..<21_000).map { Book(id: $0, title: "a book with number \($0)") })
      let client = Client(site, transport: ScriptedTransport { _ in .data(body) })
      var read: Int?
      Task { read = try await Self.books(of: client, count) }
      var ticks = 0, longest = Duration.zero, last = ContinuousClock.now
      while read == nil {
        _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.010))
        let now = ContinuousClock.now
        longest = max(longest, last.duration(to: now))
        last = now
        ticks += 1
      }
      XCTAssertEqual(read, count * 21_000)
      print(
        "main actor: \(ticks) ticks while \(count) answers of \(body.count) bytes were read, longest gap \(longest)")
      if isSoak { XCTAssertLessThan(longest, .milliseconds(100)) }
    }
  }

  /// Counts away from the main actor: giving back millions of books takes half a second by itself.
  @concurrent private static func books(of client: Client, _ count: Int) async throws -> Int {
    try await client.send(all: (0..<count).map { .get("/\($0)", returning: [Book].self) }).reduce(0) { $0 + $1.count }
  }
}
