// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataTesting
import Testing

private final class Screen: TokenKeeping {
  let tokens = TokenBag()
  var titles: [String] = []

  init(_ model: Counter) {
    observe(self) {
      model.title
    } apply: { screen, title in
      screen.titles.append(title)
    }
  }
}

/// What lives how long: field reports G on models, screens and registrations.
@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct LifetimeTests {
  private func flush(_ count: Int = 1) { for _ in 0..<count { UpdateLoop.main.flush() } }

  @Test(arguments: [0, 1, 20]) func screenIsReleasedThoughItsModelLives(flushes: Int) {
    let model = Counter()
    expectReleased {
      let screen = Screen(model)
      flush(flushes)
      return screen
    }
    model.title = "changed"
    flush()
  }

  @Test(arguments: [0, 1, 20]) func modelIsReleasedWithTheScreenThatShowsIt(flushes: Int) {
    expectReleased {
      let model = Counter()
      let screen = Screen(model)
      model.title = "a"
      flush(flushes)
      #expect(screen.titles.first == "")
      return model
    }
  }

  @Test func screenFollowsWhileItLives() {
    let model = Counter()
    let screen = Screen(model)
    for title in ["a", "b"] {
      model.title = title
      flush()
    }
    #expect(screen.titles == ["", "a", "b"])
  }

  @Test func modelThatOnlyTheReadHoldsWeaklyMayDie() {
    var model: Counter? = Counter()
    let shown = Recorder<Int?>()
    let token = observe { [weak model] in
      model?.count
    } apply: {
      shown($0)
    }
    flush(20)
    model?.count = 1
    flush()
    model = nil
    flush(20)
    #expect(shown.values.prefix(2) == [0, 1])
    #expect(shown.values.dropFirst(2).allSatisfy { $0 == nil })
    token.cancel()
  }

  @Test func newModelAtADeadOnesAddressIsAnotherModel() {
    var shown: [Int] = []
    for round in 0..<200 {
      let model = Counter()
      model.count = round
      let token = observe {
        model.count
      } apply: {
        shown.append($0)
      }
      flush(round % 12)
      token.cancel()
    }
    #expect(shown == Array(0..<200))
  }

  // Perception #51, swift-navigation #250: nothing but the owner decides.
  @Test func bagEndsWhatItMadeAndWhatItWasGiven() {
    let model = Counter()
    let shown = Recorder<Int>()
    expectReleased {
      let bag = TokenBag()
      let target = Counter()
      bag.observe {
        model.count
      } apply: { _ in
        target.count += 1
      }
      bag.observe {
        (model.count, model.title)
      } apply: { count, _ in
        shown(count)
      }
      observe {
        model.count
      } apply: {
        shown($0)
      }.store(in: bag)
      flush(20)
      bag.cancelAll()
      return target
    }
    model.count = 1
    flush(20)
    #expect(shown.values == [0, 0])
  }

  @Test func bagThatWasEmptiedServesTheNextRow() {
    let (first, second) = (Counter(), Counter())
    let shown = Recorder<Int>()
    let bag = TokenBag()
    bag.observe {
      first.count
    } apply: {
      shown($0)
    }
    flush(20)
    bag.cancelAll()
    second.count = 7
    bag.observe {
      second.count
    } apply: {
      shown($0)
    }
    first.count = 1
    flush(20)
    second.count = 8
    flush()
    #expect(shown.values == [0, 7, 8])
  }

  @Test func tokenHandedToABagStillCancels() {
    let model = Counter()
    let shown = Recorder<Int>()
    let bag = TokenBag()
    let token = observe {
      model.count
    } apply: {
      shown($0)
    }
    token.store(in: bag)
    token.cancel()
    token.cancel()
    model.count = 1
    flush()
    #expect(shown.values == [0])
  }

  @Test func bindingMayEndItselfWhileItApplies() {
    let model = Counter()
    let shown = Recorder<Int>()
    let bag = TokenBag()
    bag.observe {
      model.count
    } apply: {
      shown($0)
      if $0 == 1 { bag.cancelAll() }
    }
    for count in 1...3 {
      model.count = count
      flush()
    }
    #expect(shown.values == [0, 1])
  }

  @Test func manyBindingsEndInAnyOrder() {
    let model = Counter()
    var random = Seeded(state: 3)
    var shown = 0
    var tokens = (0..<2_000).map { _ in
      observe {
        model.count
      } apply: { _ in
        shown += 1
      }
    }
    flush(40)
    tokens.shuffle(using: &random)
    tokens.removeLast(1_000)
    shown = 0
    model.count = 1
    flush()
    #expect(shown == 1_000)
    tokens = []
    model.count = 2
    flush()
    #expect(shown == 1_000)
  }

  @Test func manyBindAndCancelsDoNotSlowTheNextChange() {
    let model = Counter()
    let clock = ContinuousClock()
    for round in 0..<(soak ? 100_000 : 10_000) {
      observe {
        model.count
      } apply: { _ in
      }.cancel()
      if round % 100 == 0 { flush() }
    }
    flush(20)
    let time = clock.measure {
      model.count = 1
      flush()
    }
    // A leftover costs 3 us each at the next change: 300 ms for the full count.
    #expect(time < .milliseconds(20))
  }
}
