// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

@Suite struct PagerStateMachineTests {
  private typealias Machine = PagerStateMachine<String, Row>

  private func page(_ ids: some Sequence<Int>, total: Int? = nil, text: String = "") -> Page<Row> {
    Page(ids.map { Row(id: $0, text: text) }, total: total)
  }

  /// A machine of two rows a page with its first page there.
  private func loaded(_ ids: [Int] = [1, 2], total: Int? = 6) -> Machine {
    var machine = Machine("", size: 2)
    let load = machine.refresh()
    machine.arrived(Delivery(page(ids, total: total), from: .network), for: load.number)
    _ = machine.ended(for: load.number)
    return machine
  }

  @Test func moreAppendsAndRefreshReplaces() {  // decision 1, S2-07
    var machine = loaded()
    let more = machine.loadMore()
    #expect(more?.page.number == 2)
    machine.arrived(Delivery(page([3, 4], total: 6), from: .network), for: more?.number ?? 0)
    #expect(machine.ended(for: more?.number ?? 0) == nil)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    let again = machine.refresh()
    #expect(machine.state == .refreshing)
    machine.arrived(Delivery(page([9, 1], total: 6), from: .network), for: again.number)
    _ = machine.ended(for: again.number)
    #expect(machine.rows.map(\.id) == [9, 1])
    #expect(machine.loadMore()?.page.number == 2)
  }

  @Test func theNewestOfTwoRowsWithOneIdentityWinsInItsOldPlace() {
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([2, 3], total: 6, text: "new"), from: .network), for: more)
    #expect(machine.rows == [Row(id: 1), Row(id: 2, text: "new"), Row(id: 3, text: "new")])
  }

  @Test func onlyOneLoadOfMoreIsUnderWay() {  // W34
    var machine = loaded()
    #expect(machine.loadMore() != nil)
    #expect(machine.loadMore() == nil)
  }

  @Test func aRefreshSupersedesMoreAndItsLateAnswerChangesNothing() {  // W38
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    let refresh = machine.refresh()
    machine.arrived(Delivery(page([3, 4], total: 6), from: .network), for: more)
    #expect(machine.ended(Failure(.offline), for: more) == nil)
    #expect(machine.state == .refreshing)
    #expect(machine.rows.map(\.id) == [1, 2])
    machine.arrived(Delivery(page([5], total: 1), from: .network), for: refresh.number)
    _ = machine.ended(for: refresh.number)
    #expect(machine.state == .exhausted)
  }

  @Test func aFailedPageRollsBackAndCanBeRetried() {  // S1-09, W36
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    _ = machine.ended(Failure(.timedOut), for: more)
    #expect(machine.state == .failedMore(Failure(.timedOut)))
    #expect(machine.rows.map(\.id) == [1, 2])
    #expect(machine.retry().page.number == 2)
  }

  @Test func anEmptyPageEndsTheListAndKeepsTheRows() {  // decision 3
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([], total: 6), from: .network), for: more)
    _ = machine.ended(for: more)
    #expect(machine.state == .exhausted)
    #expect(machine.rows.map(\.id) == [1, 2])
  }

  @Test func aRefreshAfterTheEndAllowsMoreAgain() {  // W35
    var machine = loaded([1, 2], total: 2)
    #expect(machine.state == .exhausted)
    let refresh = machine.refresh().number
    machine.arrived(Delivery(page([1, 2], total: 6), from: .network), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.state == .loaded)
  }

  @Test func aFailedFirstPageHasNoRowsAndAWayOut() {
    var machine = Machine("", size: 2)
    let first = machine.refresh().number
    #expect(machine.state == .loadingFirst)
    _ = machine.ended(Failure(.offline), for: first)
    #expect(machine.state == .failedFirst(Failure(.offline)))
    #expect(machine.retry().page.isFirst)
  }

  @Test func aFailedRefreshKeepsTheRowsAndTellsSo() {  // decision 6
    var machine = loaded()
    _ = machine.ended(Failure(.offline), for: machine.refresh().number)
    #expect(machine.state == .loaded)
    #expect(machine.rows.map(\.id) == [1, 2])
    #expect(machine.notice == Failure(.offline))
  }

  @Test func aCancelledLoadChangesNothing() {  // decision 10
    var machine = loaded()
    _ = machine.ended(Failure(.cancelled), for: machine.loadMore()?.number ?? 0)
    #expect(machine.state == .loaded)
    _ = machine.ended(Failure(.cancelled), for: machine.refresh().number)
    #expect(machine.state == .loaded)
    #expect(machine.notice == nil)
    var empty = Machine("", size: 2)
    _ = empty.ended(Failure(.cancelled), for: empty.refresh().number)
    #expect(empty.state == .idle)
  }

  @Test func savedRowsStandUntilTheServersReplaceThem() {  // W7
    var machine = Machine("", size: 2)
    let first = machine.refresh().number
    machine.arrived(Delivery(page([1, 2], total: 6), from: .cache), for: first)
    #expect(machine.state == .refreshing)
    #expect(machine.origin == .cache)
    machine.arrived(Delivery(page([7, 2], total: 6), from: .network), for: first)
    _ = machine.ended(for: first)
    #expect(machine.rows.map(\.id) == [7, 2])
    #expect(machine.origin == .network)
    #expect(machine.state == .loaded)
  }

  @Test func aSavedPageIsReplacedByItsFreshOneAndNotRepeated() {
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([3, 4], total: 6), from: .cache), for: more)
    machine.arrived(Delivery(page([4, 5], total: 6), from: .network), for: more)
    _ = machine.ended(for: more)
    #expect(machine.rows.map(\.id) == [1, 2, 4, 5])
  }

  @Test func aFailureAfterSavedRowsKeepsThemAndTellsOnce() {
    var machine = Machine("", size: 2)
    let first = machine.refresh().number
    machine.arrived(Delivery(page([1, 2], total: 6), from: .cache), for: first)
    _ = machine.ended(Failure(.offline), for: first)
    #expect(machine.state == .loaded)
    #expect(machine.notice == Failure(.offline))
    machine.notice = nil
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([3, 4], total: 6), from: .cache), for: more)
    _ = machine.ended(Failure(.offline), for: more)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    #expect(machine.notice == nil)
    _ = machine.ended(Failure(.offline), for: machine.loadMore()?.number ?? 0)
    #expect(machine.state == .failedMore(Failure(.offline)))
  }

  @Test func theRowsOfAnOlderQueryStandUntilTheNewerAnswersAndGoWhenItFails() {
    var machine = loaded()
    let swift = machine.ask("swift")
    #expect(swift.query == "swift")
    #expect(machine.state == .loadingFirst)
    #expect(machine.rows.map(\.id) == [1, 2])
    _ = machine.ended(Failure(.offline), for: swift.number)
    #expect(machine.rows.isEmpty)
    #expect(machine.total == nil)
    #expect(machine.state == .failedFirst(Failure(.offline)))
  }

  @Test func totalOrCursorDecidesTheEndAndAShortPageOnlyWithoutBoth() {  // decision 4
    #expect(loaded([1], total: 6).state == .loaded)
    #expect(loaded([1], total: nil).state == .exhausted)
    #expect(loaded([1, 2], total: nil).state == .loaded)
    var machine = Machine("", size: 2)
    let first = machine.refresh().number
    machine.arrived(Delivery(Page([Row(id: 1)], next: "b"), from: .network), for: first)
    _ = machine.ended(for: first)
    #expect(machine.state == .loaded)
    #expect(machine.loadMore()?.page.cursor == "b")
  }

  @Test func theTotalIsNeverBelowTheRows() {
    #expect(loaded([1, 2], total: 1).total == 2)
  }

  @Test func pagesOfKnownRowsAreSkippedThreeTimesAndThenTheListEnds() {  // field reports A: the same page for ever
    var machine = loaded()
    var load = machine.loadMore()
    var numbers: [Int] = []
    while let current = load {
      numbers.append(current.page.number)
      machine.arrived(Delivery(page([1, 2], total: 6), from: .network), for: current.number)
      load = machine.ended(for: current.number)
    }
    #expect(numbers == [2, 3, 4])
    #expect(machine.state == .exhausted)
    #expect(machine.endedByRepeats)
  }

  @Test func aLateAnswerDoesNotFitALoadAfterAReset() {
    var machine = Machine("", size: 2)
    let late = machine.refresh().number
    machine.reset(to: "new")
    let load = machine.refresh().number
    machine.arrived(Delivery(page([1, 2]), from: .network), for: late)
    #expect(machine.rows.isEmpty)
    machine.arrived(Delivery(page([3]), from: .network), for: load)
    #expect(machine.rows.map(\.id) == [3])
  }

  /// Any order of events keeps the promises of a list. Seeds are fixed.
  @Test func randomEventsKeepTheInvariants() {
    for seed in 0..<2_000 {
      var machine = Machine("", size: 2)
      var open: [Int] = []
      var newest = 0
      var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
      func roll(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
      }
      for _ in 0..<40 {
        let before = machine.rows
        var wasLate = false
        switch roll(7) {
        case 0: newest = machine.refresh().number
        case 1: newest = machine.ask("q\(roll(3))").number
        case 2: newest = machine.retry().number
        case 3: if let load = machine.loadMore() { newest = load.number }
        case 4:
          guard !open.isEmpty else { continue }
          let number = open[roll(open.count)]
          wasLate = number != newest
          let start = roll(8)
          machine.arrived(
            Delivery(
              page(start..<(start + roll(3)), total: roll(2) == 0 ? roll(9) : nil),
              from: roll(2) == 0 ? .cache : .network),
            for: number)
        case 5:
          guard !open.isEmpty else { continue }
          let number = open[roll(open.count)]
          wasLate = number != newest
          if let next = machine.ended(roll(2) == 0 ? Failure(.offline) : nil, for: number) { newest = next.number }
        default: if roll(10) == 0 { machine.reset(to: "") }
        }
        if !open.contains(newest), newest > 0 { open.append(newest) }
        #expect(Set(machine.rows.map(\.id)).count == machine.rows.count, "seed \(seed): a row twice")
        #expect((machine.total ?? .max) >= machine.rows.count, "seed \(seed): total below the rows")
        if wasLate { #expect(machine.rows == before, "seed \(seed): a late result changed the rows") }
        if case .failedFirst = machine.state { #expect(machine.rows.isEmpty, "seed \(seed)") }
      }
      #expect(machine.refresh().page.isFirst, "seed \(seed): no way out")
    }
  }
}
