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

  @Test func pagesOfKnownRowsAreAskedForTwiceAndSkippedThreeAtMostAndThenTheListEnds() {  // field reports A
    var machine = loaded()
    var load = machine.loadMore()
    var numbers: [Int] = []
    while let current = load {
      numbers.append(current.page.number)
      machine.arrived(Delivery(page([1, 2], total: 6), from: .network), for: current.number)
      load = machine.ended(for: current.number)
    }
    #expect(numbers == [2, 2, 3, 3, 4])
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
}
