// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import Testing

/// The engine's phases: whatever a binding's age, it shows what its model says.
@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct EngineTests {
  private func flush(_ count: Int = 1) { for _ in 0..<count { UpdateLoop.main.flush() } }

  @Test(arguments: 0...20) func changeAfterAnyNumberOfQuietTurnsIsShownOnce(turns: Int) {
    let model = Counter()
    let shown = Recorder<Int>()
    let token = observe {
      model.count
    } apply: {
      shown($0)
    }
    for count in 1...5 {
      flush(turns)
      model.count = count
      flush()
    }
    #expect(shown.values == [0, 1, 2, 3, 4, 5])
    token.cancel()
  }

  // A read whose path changes is followed along the new path.
  @Test(arguments: [0, 1, 7, 8, 9, 20]) func otherPathIsFollowed(turns: Int) {
    let (model, first, second) = (Counter(), Counter(), Counter())
    model.child = first
    let shown = Recorder<Int?>()
    let token = observe {
      model.child?.count
    } apply: {
      shown($0)
    }
    flush(turns)
    second.count = 5
    model.child = second
    flush(turns + 1)
    first.count = 1
    flush(turns + 1)
    second.count = 6
    flush()
    model.child = nil
    flush()
    #expect(shown.values == [0, 5, 6, nil])
    token.cancel()
  }

  // Perception and Observation both wake a parent for what a nested read touched.
  @Test func nestedModelDoesNotWakeItsParent() {
    let model = Counter()
    let child = Counter()
    model.child = child
    let (parents, children) = (Recorder<String>(), Recorder<Int>())
    let bag = TokenBag()
    bag.observe {
      model.title
    } apply: { title in
      parents(title)
      bag.observe {
        child.count
      } apply: {
        children($0)
      }
    }
    flush(20)
    child.count = 1
    flush()
    #expect(parents.values == [""])
    #expect(children.values == [0, 1])
  }

  @Test func changeInsideTheTrackedReadIsSeen() {
    let model = Counter()
    let shown = Recorder<Int>()
    var reads = 0
    let token = observe {
      defer {
        reads += 1
        if model.count < 3 { model.count += 1 }
      }
      return model.count
    } apply: {
      shown($0)
    }
    flush(30)
    #expect(shown.values.last == 3)
    token.cancel()
  }

  @Test func valueThatIsNotEqualToItselfIsAppliedPerChange() {
    let model = Counter()
    model.price = .nan
    let shown = Recorder<Double>()
    let token = observe {
      model.price
    } apply: {
      shown($0)
    }
    flush(20)
    #expect(shown.values.count == 1)
    model.price = 1
    flush(20)
    model.price = .nan
    flush(20)
    model.title = "x"
    flush(20)
    #expect(shown.values.count == 3)
    #expect(shown.values[1] == 1)
    token.cancel()
  }

  // ReactiveSwift #710: two observers that set each other.
  @Test func twoBindingsThatSetEachOtherSettle() {
    let (left, right) = (Counter(), Counter())
    let bag = TokenBag()
    bag.observe {
      left.count
    } apply: {
      right.count = $0
    }
    observe {
      right.count
    } apply: {
      left.count = $0
    }.store(in: bag)
    for turns in [0, 1, 20] {
      left.count += 1
      flush(turns + 1)
      #expect(right.count == left.count)
      right.count += 1
      flush(turns + 1)
      #expect(right.count == left.count)
    }
  }

  // Observable #26: five sets in a row are one change, with the last value.
  @Test func setsInARowAreCoalescedOnPurpose() {
    let model = Counter()
    let shown = Recorder<String>()
    let token = observe {
      (model.count, model.title)
    } apply: {
      shown("\($0)\($1)")
    }
    for (count, title) in [(1, "a"), (2, "b"), (3, "c")] {
      model.count = count
      model.title = title
    }
    flush()
    #expect(shown.values == ["0", "3c"])
    token.cancel()
  }

  @Test func flushInsideAnApplyShowsWhatItChanged() {
    let model = Counter()
    let inner = Recorder<String>()
    let bag = TokenBag()
    bag.observe {
      model.title
    } apply: {
      inner($0)
    }
    observe {
      model.count
    } apply: {
      guard $0 > 0 else { return }
      model.title = "n\($0)"
      UpdateLoop.main.flush()
      #expect(inner.values.last == "n\($0)")
    }.store(in: bag)
    for turns in [0, 20] {
      flush(turns)
      model.count += 1
      flush()
    }
    #expect(inner.values == ["", "n1", "n2"])
  }

  @Test func bindingMadeByAnApplyFollowsToo() {
    let model = Counter()
    let shown = Recorder<Int>()
    let bag = TokenBag()
    let token = observe {
      model.title
    } apply: { title in
      if title == "open" {
        bag.observe {
          model.count
        } apply: {
          shown($0)
        }
      }
    }
    model.title = "open"
    flush()
    model.count = 4
    flush()
    #expect(shown.values == [0, 4])
    token.cancel()
  }

  /// 30 linked models, 60 readers, everything at random: after each flush every reader shows a fresh read.
  @Test(arguments: 0..<8) func readersAlwaysShowAFreshRead(seed: UInt64) {
    var random = Seeded(state: seed &* 77 &+ 5)
    let models = (0..<30).map { _ in Counter() }
    var readers: [Int: (token: ObserveToken, read: () -> [Int])] = [:]
    var shown: [Int: [Int]] = [:]
    for step in 0..<(soak ? 20_000 : 600) {
      let model = models[Int.random(in: 0..<30, using: &random)]
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5: model.count = .random(in: 0..<6, using: &random)
      case 5: model.child = models.randomElement(using: &random)
      case 6: model.child = nil
      case 7:
        let read = { [model.count % 3 == 0 ? model.child?.count ?? -1 : model.count, model.child?.count ?? -2] }
        shown[step] = nil
        readers[step] = (observe(read) { shown[step] = $0 }, read)
      case 8 where readers.count > 60: readers.removeValue(forKey: readers.keys.min() ?? 0)
      default:
        flush(Int.random(in: 1...12, using: &random))
        let stale = readers.filter { shown[$0.key] != $0.value.read() }
        #expect(stale.isEmpty)
      }
    }
  }
}
