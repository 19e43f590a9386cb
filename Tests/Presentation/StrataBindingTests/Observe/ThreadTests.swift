// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataContract
import StrataTesting
import Synchronization
import Testing

/// Changes and ends that come from other threads.
@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct ThreadTests {
  @concurrent private func end(_ token: ObserveToken) async { token.cancel() }

  @Test func tokenEndsFromAnotherThread() async {
    let shared = Guarded()
    let shown = Recorder<Int>()
    let token = observe {
      shared.value
    } apply: {
      shown($0)
    }
    await end(token)
    await shared.setElsewhere(1)
    UpdateLoop.main.flush()
    #expect(shown.values == [0])
  }

  @Test func closuresGoWithTheNextTurnAfterAnEndElsewhere() async {
    weak var held: Counter?
    do {
      let counter = Counter()
      held = counter
      let token = observe {
        counter.count
      } apply: { _ in
      }
      await end(token)
    }
    UpdateLoop.main.flush()
    #expect(held == nil)
  }

  // What was stored before a flush is shown after it.
  @Test func noChangeOffTheMainActorIsMissed() async {
    let model = LockFree()
    var shown: (Int, String) = (-1, "")
    let token = observe {
      (model.value, model.text)
    } apply: {
      shown = ($0, $1)
    }
    for round in 1...300 {
      await model.setElsewhere(round)
      UpdateLoop.main.flush()
      #expect(shown == (round, "\(round)"))
    }
    token.cancel()
  }

  @Test func noGuardedChangeOffTheMainActorIsMissedWhileTheMainActorIsBusy() async {
    let models = (0..<8).map { _ in Guarded() }
    var shown = [Int](repeating: -1, count: models.count)
    let tokens = models.enumerated().map { index, model in
      observe {
        model.value
      } apply: {
        shown[index] = $0
      }
    }
    for round in 1...100 {
      await withTaskGroup { group in
        for model in models { group.addTask { await model.setElsewhere(round) } }
        for _ in 0..<20 {
          UpdateLoop.main.flush()
          await Task.yield()
        }
      }
      UpdateLoop.main.flush()
      #expect(shown == [Int](repeating: round, count: models.count))
    }
    for token in tokens { token.cancel() }
  }

  // The library announces a change before it is stored: any number of flushes may run in between.
  @Test(arguments: [0, 1, 2, 20, 200]) func changeThatIsStoredLongAfterItsNoticeIsShown(flushes: Int) async {
    let model = Guarded()
    let shown = Recorder<Int>()
    let token = observe {
      model.value
    } apply: {
      shown($0)
    }
    for _ in 0..<20 { UpdateLoop.main.flush() }
    for round in 1...3 {
      let (announced, store) = (Gate(), Stop())
      let change = Task {
        await model.setElsewhere(round) {
          announced.open(); store.wait()
        }
      }
      try? await announced.pass()
      for _ in 0..<flushes { UpdateLoop.main.flush() }
      store.open()
      await change.value
      UpdateLoop.main.flush()
      #expect(shown.values.last == round)
    }
    #expect(shown.values == [0, 1, 2, 3])
    token.cancel()
  }

  // Nobody flushes after the store: the loop looks again by itself.
  @Test func changeThatIsStoredLateIsShownWithoutAnotherChange() async {
    let model = Guarded()
    let seen = Gate()
    let token = observe {
      model.value
    } apply: {
      if $0 == 1 { seen.open() }
    }
    for _ in 0..<20 { UpdateLoop.main.flush() }
    let (announced, store) = (Gate(), Stop())
    let change = Task {
      await model.setElsewhere(1) {
        announced.open(); store.wait()
      }
    }
    try? await announced.pass()
    for _ in 0..<200 { UpdateLoop.main.flush() }
    store.open()
    await change.value
    try? await seen.pass()
    #expect(seen.waiterCount == 0)
    token.cancel()
  }

  @Test func applyRunsOnTheMainActorWhoeverChanges() async {
    let model = Guarded()
    let seen = Gate()
    let token = observe {
      model.value
    } apply: {
      MainActor.assertIsolated()
      if $0 == 1 { seen.open() }
    }
    await model.setElsewhere(1)
    try? await seen.pass()
    token.cancel()
  }

  @Test func tokensOfManyThreadsEndWhileModelsChange() async {
    let models = (0..<4).map { _ in Guarded() }
    let rounds = soak ? 2_000 : 100
    for round in 0..<rounds {
      let bag = TokenBag()
      for model in models {
        observe {
          model.value
        } apply: { _ in
        }.store(in: bag)
      }
      await withTaskGroup { group in
        for model in models { group.addTask { await model.setElsewhere(round) } }
        group.addTask { bag.cancelAll() }
        UpdateLoop.main.flush()
      }
    }
    UpdateLoop.main.flush()
    #expect(models.allSatisfy { $0.value == rounds - 1 })
  }
}

/// Holds up a thread (not a task: it stands for a store that takes its time).
private final class Stop: Sendable {
  private let isOpen = Atomic(false)
  func open() { isOpen.store(true, ordering: .releasing) }
  func wait() { while !isOpen.load(ordering: .acquiring) {} }
}
