// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A clock on which a short sleep is over at once and notes how long it was; a long one (a deadline) never ends.
final class InstantClock: Clock, Sendable {
  private let lock = NSLock()
  // Both are reached under the lock alone.
  private nonisolated(unsafe) var time = TestClock.Instant()
  private nonisolated(unsafe) var noted: [Duration] = []
  private let never = TestClock()

  var now: TestClock.Instant { lock.withLock { time } }
  var minimumResolution: Duration { .nanoseconds(1) }
  var pauses: [Duration] { lock.withLock { noted } }

  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    let pause = now.duration(to: deadline)
    guard pause > .zero else { return }
    guard pause < .seconds(3_600) else { return try await never.sleep(until: deadline, tolerance: nil) }
    lock.withLock {
      time = deadline
      noted.append(pause)
    }
  }
}
