// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeliveriesTests {
  private struct Lost: Error {}

  private func collect<V>(_ deliveries: Deliveries<V>) async -> ([Delivery<V>], (any Error)?) {
    var seen: [Delivery<V>] = []
    do {
      for try await delivery in deliveries { seen.append(delivery) }
      return (seen, nil)
    } catch { return (seen, error) }
  }

  @Test func savedThenFreshComeInOrderWithTheirOrigins() async {
    let (seen, error) = await collect(
      Deliveries({ Delivery(1, from: .cache) }, { Delivery(2, from: .network) }))
    #expect(seen == [Delivery(1, from: .cache), Delivery(2, from: .network)])
    #expect(error == nil)
  }

  @Test func aSecondEqualValueIsNotDelivered() async {  // W21
    let (seen, _) = await collect(Deliveries({ Delivery(1, from: .cache) }, { Delivery(1, from: .network) }))
    #expect(seen == [Delivery(1, from: .cache)])
    let (mapped, _) = await collect(
      Deliveries({ Delivery(1, from: .cache) }, { Delivery(2, from: .network) }).map { $0 / 10 })
    #expect(mapped == [Delivery(0, from: .cache)])
  }

  @Test func aStepWithoutAValueIsPassedOver() async {
    let (seen, _) = await collect(Deliveries<Int>({ nil }, { Delivery(2, from: .network) }))
    #expect(seen == [Delivery(2, from: .network)])
  }

  @Test func anErrorAfterASavedValueEndsTheSequenceAndKeepsTheValue() async {
    let (seen, error) = await collect(
      Deliveries({ Delivery(1, from: .cache) }, { throw Lost() }, { Delivery(3, from: .network) }))
    #expect(seen == [Delivery(1, from: .cache)])
    #expect(error is Lost)
  }

  @Test func aCancelledTaskAsksNoFurtherStep() async {
    let task = Task { () -> (Int, Bool) in
      withUnsafeCurrentTask { $0?.cancel() }
      let (seen, error) = await collect(Deliveries({ Delivery(1, from: .cache) }))
      return (seen.count, error is CancellationError)
    }
    #expect(await task.value == (0, true))
  }
}
