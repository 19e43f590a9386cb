// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct ObserveTests {
  @Test func firstValueIsAppliedOnceAndAtOnce() {
    let counter = Counter()
    var shown: [Int] = []
    let token = observe {
      counter.count
    } apply: {
      shown.append($0)
    }
    UpdateLoop.main.flush()
    #expect(shown == [0])
    token.cancel()
  }

  @Test func manySynchronousChangesGiveOneApply() {
    let counter = Counter()
    var shown: [Int] = []
    let token = observe {
      counter.count
    } apply: {
      shown.append($0)
    }
    for value in 1...100_000 { counter.count = value }
    UpdateLoop.main.flush()
    #expect(shown == [0, 100_000])
    token.cancel()
  }

  @Test func changesAreAppliedWithoutAFlushOfOurs() async {
    let counter = Counter()
    let token = await withCheckedContinuation { done in
      var token: ObserveToken?
      token = observe {
        counter.count
      } apply: {
        if $0 == 1 { done.resume(returning: token) }
      }
      counter.count = 1
    }
    #expect(token != nil)
  }

  @Test func equalValuesAreNotApplied() {
    let counter = Counter()
    var shown = 0
    let token = observe {
      (counter.count > 10, counter.title)
    } apply: { _, _ in
      shown += 1
    }
    counter.count = 5
    UpdateLoop.main.flush()
    counter.count = 11
    UpdateLoop.main.flush()
    #expect(shown == 2)
    token.cancel()
  }

  @Test func nothingIsAppliedAfterTheEnd() {
    let counter = Counter()
    var shown: [Int] = []
    var token: ObserveToken? = observe {
      counter.count
    } apply: {
      shown.append($0)
    }
    counter.count = 1
    token?.cancel()
    UpdateLoop.main.flush()
    token = observe {
      counter.count
    } apply: {
      shown.append($0 * 10)
    }
    counter.count = 2
    token = nil
    UpdateLoop.main.flush()
    #expect(shown == [0, 10])
    #expect(token == nil)
  }

  @Test func whatTheClosuresHoldIsReleasedWithTheToken() {
    expectReleased {
      let counter = Counter()
      observe {
        counter.count
      } apply: { _ in
        counter.title = ""
      }.cancel()
      return counter
    }
    expectReleased {
      let counter = Counter()
      let bag = TokenBag()
      observe {
        counter.count
      } apply: { _ in
      }.store(in: bag)
      return counter
    }
  }

  @Test func changeMadeByAnApplySettlesInTheSameFlush() {
    let counter = Counter()
    let token = observe {
      counter.count
    } apply: {
      if $0 < 10 { counter.count = $0 + 1 }
    }
    UpdateLoop.main.flush()
    #expect(counter.count == 10)
    token.cancel()
  }

  // The line that flush prints names this binding.
  @Test func endlessChangesLeaveTheLoopAlive() {
    let counter = Counter()
    let token = observe {
      counter.count
    } apply: {
      counter.count = $0 + 1
    }
    UpdateLoop.main.flush()
    #expect(counter.count == 101)
    token.cancel()
    UpdateLoop.main.flush()
  }

  @Test func oneBindingMayEndAnotherThatWaits() {
    let counter = Counter()
    var shown = 0
    let bag = TokenBag()
    let first = observe {
      counter.count
    } apply: {
      if $0 == 1 { bag.cancelAll() }
    }
    observe {
      counter.count
    } apply: { _ in
      shown += 1
    }.store(in: bag)
    let order = shown
    counter.count = 1
    UpdateLoop.main.flush()
    counter.count = 2
    UpdateLoop.main.flush()
    #expect(shown <= order + 1)
    first.cancel()
  }
}
