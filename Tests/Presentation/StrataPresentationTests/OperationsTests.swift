// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct OperationsTests {
  private enum Key: Hashable { case delete(Int), makeDefault(Int) }

  @Test func severalRequestsOfOneScreenAreToldApart() async {  // S3-I13
    let operations = Operations<Key>()
    let gate = Gate()
    operations.run(.delete(1)) { try await gate.pass() }
    operations.run(.delete(2)) { throw Failure(.business(code: "1"), message: "No.") }
    while operations.isRunning(.delete(2)) { await Task.yield() }
    #expect(operations.running == [.delete(1)])
    #expect(operations.failure(of: .delete(2))?.message == "No.")
    #expect(operations.failure(of: .makeDefault(2)) == nil)
    gate.open()
    await operations.settled()
    #expect(operations.running.isEmpty)
    #expect(operations.failure(of: .delete(1)) == nil)
  }

  @Test func theSameOperationRunsOnce() async {
    let operations = Operations<Key>()
    var runs = 0
    #expect(operations.run(.delete(1)) { runs += 1 })
    #expect(!operations.run(.delete(1)) { runs += 1 })
    await operations.settled()
    #expect(runs == 1)
  }

  @Test func aNewRunForgetsTheFailureAndACancelledOneIsSilent() async {
    let operations = Operations<Key>()
    operations.run(.delete(1)) { throw Failure(.offline) }
    await operations.settled()
    #expect(operations.failure(of: .delete(1)) == Failure(.offline))
    operations.forgetFailure(of: .delete(1))
    #expect(operations.failures.isEmpty)
    let gate = Gate()
    operations.run(.delete(1)) { try await gate.pass() }
    operations.cancelAll()
    #expect(!operations.isRunning(.delete(1)))
    await operations.settled()
    #expect(operations.failures.isEmpty)
  }

  @Test func aLateEndOfACancelledRunDoesNotEndTheNewOne() async {
    let operations = Operations<Key>()
    let (first, second) = (Gate(), Gate())
    operations.run(.delete(1)) { try? await first.pass() }
    operations.cancel(.delete(1))
    operations.run(.delete(1)) { try await second.pass() }
    first.open()
    for _ in 0..<20 { await Task.yield() }
    #expect(operations.isRunning(.delete(1)))
    second.open()
    await operations.settled()
  }

  @Test func releasingItCancelsWhatRuns() async {
    let gate = Gate()
    await expectReleased {
      let operations = Operations<Key>()
      operations.run(.delete(1)) { try await gate.pass() }
      while gate.waiterCount == 0 { await Task.yield() }
      return operations
    }
    while gate.waiterCount > 0 { await Task.yield() }
  }
}
