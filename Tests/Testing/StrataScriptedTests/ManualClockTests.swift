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

  @Test func cancelledSleepThrows() async {
    let clock = ManualClock()
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
  }
}
