// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1))) struct ManualClockTests {
  @Test func sleepEndsWhenItsDeadlineHasPassed() async throws {
    let clock = ManualClock()
    let end = clock.now.advanced(by: .seconds(1))
    let sleep = Task { try await clock.sleep(until: end) }
    clock.advance(by: .seconds(1))
    try await sleep.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func sleepsAreCountedAndWaitedFor() async throws {
    let clock = ManualClock()
    let sleeps = Task {
      try await clock.sleep(for: .seconds(1))
      try await clock.sleep(for: .seconds(2))
    }
    await clock.sleeps(begun: 1)
    #expect(clock.slept == [.seconds(1)])
    clock.advance(by: .seconds(1))
    await clock.sleeps(begun: 2)
    clock.advance(by: .seconds(2))
    try await sleeps.value
    #expect(clock.slept == [.seconds(1), .seconds(2)])
  }

  @Test func aWaitForSleepsEndsWithItsTask() async {
    let clock = ManualClock()
    let wait = Task { await clock.sleeps(begun: 1) }
    wait.cancel()
    await wait.value
  }

  @Test func cancelledSleepThrows() async {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
