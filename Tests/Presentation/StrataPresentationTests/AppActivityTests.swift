// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AppActivityTests {
  @Test func aLoopThatPollsWaitsInTheBackground() async throws {  // field reports D
    let activity = AppActivity()
    try await activity.untilActive()
    activity.enter(.background)
    var polls = 0
    let loop = Task {
      try await activity.untilActive()
      polls += 1
    }
    for _ in 0..<20 { await Task.yield() }
    #expect(polls == 0)
    activity.enter(.inactive)
    activity.enter(.active)
    try await loop.value
    #expect(polls == 1)
  }

  @Test func aCancelledWaitEndsAtOnce() async {
    let activity = AppActivity(.background)
    let wait = Task { try await activity.untilActive() }
    await Task.yield()
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
  }

  @Test func everyWarningAndEveryPhaseIsSeen() {
    let activity = AppActivity(.inactive)
    let phases = StateHistory { activity.phase }
    activity.enter(.active)
    activity.enter(.active)
    activity.enter(.background)
    activity.memoryIsShort()
    activity.memoryIsShort()
    #expect(phases.values == [.inactive, .active, .background])
    #expect(activity.memoryWarnings == 2)
  }
}
