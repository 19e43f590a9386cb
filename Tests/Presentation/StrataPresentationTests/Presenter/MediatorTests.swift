// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite struct MediatorTests {
  private enum Event: Equatable { case text(String), number(Int) }

  private final class Part {
    var heard: [Event] = []
    var mediator: Mediator<Event>?
  }

  @Test func everyoneButTheSenderIsTold() {
    let mediator = Mediator<Event>()
    let parts = (0..<3).map { _ in Part() }
    for part in parts { mediator.join(part) { $0.heard.append($1) } }
    mediator.send(.number(1), from: parts[0])
    mediator.send(.number(2))
    #expect(parts.map(\.heard) == [[.number(2)], [.number(1), .number(2)], [.number(1), .number(2)]])
  }

  @Test func membersHoldTheMediatorAndNoCycleIsMade() {  // L1-13, S3-I9
    weak var mediator: Mediator<Event>?
    expectReleased {
      let part = Part()
      part.mediator = Mediator()
      part.mediator?.join(part) { $0.heard.append($1) }
      part.mediator?.send(.number(1))
      mediator = part.mediator
      return part
    }
    #expect(mediator == nil)
  }

  @Test func aReleasedMemberIsNoMember() {
    let mediator = Mediator<Event>()
    var part: Part? = Part()
    var told = 0
    mediator.join(part!) { _, _ in told += 1 }
    #expect(mediator.memberCount == 1)
    part = nil
    mediator.send(.number(1))
    #expect(told == 0 && mediator.memberCount == 0)
  }

  @Test func whoLeavesIsToldNothingMoreAtOnce() {
    let mediator = Mediator<Event>()
    let (first, second) = (Part(), Part())
    mediator.join(first) { _, _ in mediator.leave(second) }
    mediator.join(second) { $0.heard.append($1) }
    mediator.send(.number(1))
    mediator.leave(second)
    #expect(second.heard == [])
  }

  @Test func whoJoinsWhileOthersAreToldHearsTheNext() {
    let mediator = Mediator<Event>()
    let (first, second) = (Part(), Part())
    mediator.join(first) { _, event in
      if event == .number(1) { mediator.join(second) { $0.heard.append($1) } }
    }
    mediator.send(.number(1))
    mediator.send(.number(2))
    #expect(second.heard == [.number(2)])
  }

  @Test func joiningAgainReplacesTheClosure() {
    let mediator = Mediator<Event>()
    let part = Part()
    mediator.join(part) { $0.heard.append($1) }
    mediator.join(part) { part, _ in part.heard.append(.text("new")) }
    mediator.send(.number(1))
    #expect(part.heard == [.text("new")] && mediator.memberCount == 1)
  }

  @Test func allHearEventsInOneOrderAlsoThoseSentMeanwhile() {
    let mediator = Mediator<Event>()
    let (first, second) = (Part(), Part())
    mediator.join(first) { part, event in
      part.heard.append(event)
      if event == .number(1) { mediator.send(.number(2)) }
    }
    mediator.join(second) { $0.heard.append($1) }
    mediator.send(.number(1))
    #expect(first.heard == [.number(1), .number(2)])
    #expect(second.heard == first.heard)
  }

  @Test func oneMemberOfTwoMediatorsHearsBoth() {
    let (texts, numbers) = (Mediator<String>(), Mediator<Int>())
    let part = Part()
    texts.join(part) { $0.heard.append(.text($1)) }
    numbers.join(part) { $0.heard.append(.number($1)) }
    numbers.send(1)
    texts.send("a")
    #expect(part.heard == [.number(1), .text("a")])
  }
}
