// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct ExpectReleasedTests {
  private final class Screen {
    var itself: Screen?
  }

  @Test func whatNobodyHoldsPasses() async {
    expectReleased { Screen() }
    await expectReleased {
      await Task.yield()
      return Screen()
    }
  }

  @Test func aCycleIsAnIssueThatNamesTheType() async {
    var made: [Screen] = []
    func cycle() -> Screen {
      let screen = Screen()
      screen.itself = screen
      made.append(screen)
      return screen
    }
    withKnownIssue { expectReleased { cycle() } }
    await withKnownIssue {
      await expectReleased {
        await Task.yield()
        return cycle()
      }
    }
    for screen in made { screen.itself = nil }
  }
}
