// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

/// The rules of paging that ``PagerStateMachineTests`` does not name: positions, cursors, saved pages, extents.
@Suite(.timeLimit(.minutes(1))) struct PagerRulesTests {
  private typealias Machine = PagerStateMachine<String, Row>

  private func page(_ ids: some Sequence<Int>, total: Int? = nil, text: String = "") -> Page<Row> {
    Page(ids.map { Row(id: $0, text: text) }, total: total)
  }

  /// Answers a load from the network, and returns the load that must follow.
  @discardableResult private func answer(_ machine: inout Machine, _ load: Machine.Load?, _ page: Page<Row>)
    -> Machine.Load?
  {
    guard let load else { return nil }
    machine.arrived(Delivery(page, from: .network), for: load.number)
    return machine.ended(for: load.number)
  }

  private func loaded(_ ids: [Int], total: Int? = nil, size: Int = 2) -> Machine {
    var machine = Machine("", size: size)
    var first = true
    for start in stride(from: 0, to: ids.count, by: size) {
      let load = first ? machine.refresh() : machine.loadMore()
      answer(&machine, load, page(ids[start..<min(start + size, ids.count)], total: total))
      first = false
    }
    return machine
  }

  // MARK: - The next page

  @Test func aLocalDeleteMakesTheNextPageTheOneThatTheRowsMovedTo() {  // design: floor(known / size) + 1
    var machine = loaded([1, 2, 3, 4], total: 6)
    machine.apply(.delete(1))
    let more = machine.loadMore()
    #expect(more?.page.number == 2)
    answer(&machine, more, page([4, 5], total: 5))
    #expect(machine.rows.map(\.id) == [2, 3, 4, 5])
    #expect(machine.loadMore()?.page.number == 3)
  }

  @Test func aLocalInsertDoesNotSkipAPage() {
    var machine = loaded([1, 2], total: 4)
    machine.apply(.insert(Row(id: 8), at: 0))
    machine.apply(.insert(Row(id: 9), at: 0))
    #expect(machine.loadMore()?.page.number == 2)
  }

  @Test func rowsThatOthersDeletedSendTheListBackAPage() {
    var machine = loaded([1, 2, 3, 4], total: 6)
    let more = machine.loadMore()
    #expect(more?.page.number == 3)
    let again = answer(&machine, more, page([], total: 4))  // 1 and 2 went away: 5 and 6 are page 2 now
    #expect(again?.page.number == 2)
    answer(&machine, again, page([5, 6], total: 4))
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4, 5, 6])
  }

  @Test func aPageThatBringsKnownRowsBecauseTheListGrewIsSkippedAtOnce() {
    var machine = loaded([1, 2], total: 4)
    let next = answer(&machine, machine.loadMore(), page([1, 2], total: 6))
    #expect(next?.page.number == 3)
  }

  @Test func anAnswerToAnotherRequestIsAskedForAgain() {
    var machine = loaded([1, 2], total: 4)
    let again = answer(&machine, machine.loadMore(), page([1, 2], total: 4))
    #expect(again?.page.number == 2)
    #expect(answer(&machine, again, page([3, 4], total: 4)) == nil)
    #expect(machine.state == .exhausted)
    #expect(!machine.endedByRepeats)
  }

  @Test func aRefreshAfterAnEndByRepeatsBeginsAnew() {
    var machine = loaded([1, 2], total: 8)
    var load = machine.loadMore()
    while let current = load { load = answer(&machine, current, page([1, 2], total: 8)) }
    #expect(machine.endedByRepeats)
    answer(&machine, machine.refresh(), page([1, 2], total: 8))
    #expect(!machine.endedByRepeats)
    #expect(machine.state == .loaded)
  }

  // MARK: - Cursors

  @Test func theCursorIsHandedOnAndItsPagesAreCounted() {
    var machine = Machine("", size: 2)
    answer(&machine, machine.refresh(), Page([Row(id: 1), Row(id: 2)], next: "b"))
    machine.apply(.delete(1))
    let more = machine.loadMore()
    #expect(more?.page == PageRequest(number: 2, size: 2, cursor: "b"))
    answer(&machine, more, Page([Row(id: 3)], next: nil))
    #expect(machine.state == .exhausted)
  }

  @Test func anEmptyPageWithACursorGoesOn() {
    var machine = Machine("", size: 2)
    let next = answer(&machine, machine.refresh(), Page([], next: "b"))
    #expect(next?.page.cursor == "b")
    answer(&machine, next, Page([Row(id: 1)], next: nil))
    #expect(machine.rows.map(\.id) == [1])
    #expect(machine.state == .exhausted)
  }

  @Test func aFailedPageIsAskedForWithItsCursorAgain() {
    var machine = Machine("", size: 2)
    answer(&machine, machine.refresh(), Page([Row(id: 1)], next: "b"))
    _ = machine.ended(Failure(.offline), for: machine.loadMore()?.number ?? 0)
    #expect(machine.retry().page.cursor == "b")
  }

  // MARK: - The end

  @Test func aTotalBelowThePagesOwnRowsDecidesNothing() {
    var machine = loaded([1, 2], total: 0)
    #expect(machine.state == .loaded)
    #expect(machine.total == 2)
    answer(&machine, machine.loadMore(), page([3], total: 0))
    #expect(machine.state == .exhausted)
  }

  @Test func aTotalThatIsTooHighEndsWithTheEmptyPage() {  // decision 3
    var machine = loaded([1, 2], total: 9)
    answer(&machine, machine.loadMore(), page([], total: 9))
    #expect(machine.state == .exhausted)
    #expect(machine.rows.map(\.id) == [1, 2])
  }

  @Test func aServerThatGivesSmallerPagesThanAskedIsReadToItsEnd() {
    var machine = Machine("", size: 10)
    answer(&machine, machine.refresh(), page(1...5, total: 15))
    answer(&machine, machine.loadMore(), page(6...10, total: 15))
    #expect(machine.state == .loaded)
    answer(&machine, machine.loadMore(), page(11...15, total: 15))
    #expect(machine.state == .exhausted)
  }

  // MARK: - Saved pages

  @Test func aSavedPageDoesNotReplaceTheServersRowsWhileTheServerIsAsked() {
    var machine = loaded([1, 2, 3, 4], total: 6)
    let refresh = machine.refresh().number
    machine.arrived(Delivery(page([7, 8], total: 6), from: .cache), for: refresh)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    _ = machine.ended(Failure(.offline), for: refresh)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    #expect(machine.notice == Failure(.offline))
  }

  @Test func aSavedPageThatIsAllThereIsReplacesTheRows() {
    var machine = loaded([1, 2], total: 2)
    let refresh = machine.refresh().number
    machine.arrived(Delivery(page([7, 8], total: 2), from: .cache), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.rows.map(\.id) == [7, 8])
    #expect(machine.origin == .cache)
    #expect(machine.refreshes == 1)  // the first load only: saved rows are no refresh
  }

  // MARK: - Refreshing all pages

  @Test func refreshingTheLoadedPagesReplacesThemTogetherAtTheEnd() {
    var machine = loaded([1, 2, 3, 4], total: 6)
    let first = machine.refresh(.loadedPages)
    #expect(machine.state == .refreshing)
    let second = answer(&machine, first, page([9, 1], total: 7))
    #expect(second?.page.number == 2)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    #expect(answer(&machine, second, page([2, 3], total: 7)) == nil)
    #expect(machine.rows.map(\.id) == [9, 1, 2, 3])
    #expect(machine.state == .loaded)
    #expect(machine.refreshes == 2)
    #expect(machine.loadMore()?.page.number == 3)
  }

  @Test func refreshingTheLoadedPagesKeepsTheRowsWhenOneOfThemFails() {
    var machine = loaded([1, 2, 3, 4], total: 6)
    let second = answer(&machine, machine.refresh(.loadedPages), page([9, 1], total: 7))
    _ = machine.ended(Failure(.timedOut), for: second?.number ?? 0)
    #expect(machine.rows.map(\.id) == [1, 2, 3, 4])
    #expect(machine.state == .loaded)
    #expect(machine.notice == Failure(.timedOut))
    #expect(machine.refreshes == 1)
  }

  @Test func refreshingTheLoadedPagesEndsWhereTheListEndsNow() {
    var machine = loaded([1, 2, 3, 4], total: 4)
    #expect(answer(&machine, machine.refresh(.loadedPages), page([2], total: 1)) == nil)
    #expect(machine.rows.map(\.id) == [2])
    #expect(machine.state == .exhausted)
  }

  @Test func editsFlowOnWhileAllPagesAreRefreshed() {  // field reports A
    var machine = loaded([1, 2, 3, 4], total: 6)
    let second = answer(&machine, machine.refresh(.loadedPages), page([1, 2], total: 6))
    machine.apply(.update(Row(id: 2, text: "new")))
    machine.apply(.delete(4))
    #expect(machine.rows.map(\.text) == ["", "new", ""])
    answer(&machine, second, page([3, 4], total: 6))
    #expect(machine.rows.map(\.id) == [1, 2, 3])
    #expect(machine.rows.map(\.text) == ["", "new", ""])
  }
}
