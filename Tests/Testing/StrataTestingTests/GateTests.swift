// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct GateTests {
  @Test func gateHoldsUntilItOpensAndLetsCancelledOnesGo() async throws {
    let gate = Gate()
    let waits = Task { try await gate.pass() }
    let leaves = Task { try await Gate().pass() }
    leaves.cancel()
    await #expect(throws: CancellationError.self) { try await leaves.value }
    gate.open()
    try await waits.value
    #expect(gate.waiterCount == 0)
  }
}
