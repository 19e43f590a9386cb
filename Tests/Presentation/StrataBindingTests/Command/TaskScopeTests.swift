// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct TaskScopeTests {
  @Test func finishedWaitsForAll() async {
    let scope = TaskScope()
    let gate = Gate()
    var ended = 0
    for _ in 0..<3 {
      scope.run {
        try? await gate.pass()
        ended += 1
      }
    }
    #expect(scope.count == 3)
    gate.open()
    await scope.finished()
    #expect(ended == 3)
    #expect(scope.count == 0)
  }

  @Test func cancelAllEndsEveryTaskAndTheScopeGoesOn() async {
    let scope = TaskScope()
    var cancelled = 0
    for _ in 0..<3 {
      scope.run { do { try await Gate().pass() } catch { cancelled += 1 } }
    }
    scope.cancelAll()
    await scope.finished()
    #expect(cancelled == 3)
    var ran = false
    scope.run { ran = true }
    await scope.finished()
    #expect(ran)
  }

  @Test func oneTaskIsCancelledAlone() async {
    let scope = TaskScope()
    let gate = Gate()
    var log: [Int] = []
    let first = scope.run { do { try await gate.pass() } catch { log.append(1) } }
    scope.run { do { try await gate.pass() } catch { log.append(2) } }
    first.cancel()
    await first.value
    #expect(log == [1])
    gate.open()
    await scope.finished()
    #expect(log == [1])
  }

  @Test func releaseCancels() async {
    let ended = Gate()
    var wasCancelled = false
    expectReleased {
      let scope = TaskScope()
      scope.run {
        do { try await Gate().pass() } catch { wasCancelled = true }
        ended.open()
      }
      return scope
    }
    try? await ended.pass()
    #expect(wasCancelled)
  }
}
