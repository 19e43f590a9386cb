// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

/// Edits by hand: what they do to rows and totals, in a refresh in flight, and when they are taken back.
@Suite(.timeLimit(.minutes(1))) struct PagerEditingTests {
  private typealias Machine = PagerStateMachine<String, Row>

  private func page(_ ids: some Sequence<Int>, total: Int? = nil, text: String = "") -> Page<Row> {
    Page(ids.map { Row(id: $0, text: text) }, total: total)
  }

  private func loaded(_ ids: [Int] = [1, 2, 3], total: Int? = 9) -> Machine {
    var machine = Machine("", size: 3)
    let load = machine.refresh()
    machine.arrived(Delivery(page(ids, total: total), from: .network), for: load.number)
    _ = machine.ended(for: load.number)
    return machine
  }

  @Test func aDeleteLowersTheTotalAndAnInsertRaisesIt() {  // decision 4, S1-08
    var machine = loaded()
    machine.apply(.delete(2))
    #expect(machine.total == 8)
    machine.apply(.insert(Row(id: 7), at: 99))
    #expect(machine.total == 9)
    #expect(machine.rows.map(\.id) == [1, 3, 7])
    machine.apply(.delete(2))
    machine.apply(.move(2, to: 0))
    machine.apply(.update(Row(id: 2, text: "gone")))
    #expect(machine.total == 9)
    #expect(machine.rows.map(\.id) == [1, 3, 7])
  }

  @Test func anInsertOfAKnownRowUpdatesItInItsPlace() {
    var machine = loaded()
    machine.apply(.insert(Row(id: 2, text: "new"), at: 0))
    #expect(machine.rows == [Row(id: 1), Row(id: 2, text: "new"), Row(id: 3)])
    #expect(machine.total == 9)
  }

  @Test(arguments: [
    (1, 2, [2, 3, 1]), (3, 0, [3, 1, 2]), (2, 99, [1, 3, 2]), (2, -1, [2, 1, 3]), (2, 1, [1, 2, 3]),
  ])
  func aMoveEndsAtItsPlace(id: Int, index: Int, ids: [Int]) {
    var machine = loaded()
    machine.apply(.move(id, to: index))
    #expect(machine.rows.map(\.id) == ids)
  }

  @Test func editsSurviveARefreshInFlight() {
    var machine = loaded()
    let refresh = machine.refresh().number
    machine.apply(.delete(1))
    machine.apply(.update(Row(id: 2, text: "new")))
    machine.apply(.insert(Row(id: 8), at: 0))
    machine.apply(.move(3, to: 0))
    machine.arrived(Delivery(page([1, 2, 3], total: 9, text: "server"), from: .network), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.rows.map(\.id) == [3, 8, 2])
    #expect(machine.rows.last?.text == "new")
    #expect(machine.total == 9)
  }

  @Test func anInsertStaysBetweenItsNeighboursWhenTheFreshPageHasOtherRows() {
    var machine = loaded([0, 1, 2])
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([4, 5, 6]), from: .cache), for: more)
    machine.apply(.insert(Row(id: 22), at: 4))
    machine.apply(.move(6, to: 0))
    #expect(machine.rows.map(\.id) == [6, 0, 1, 2, 4, 22, 5])
    machine.arrived(Delivery(page([5, 6, 7]), from: .network), for: more)
    #expect(machine.rows.map(\.id) == [6, 0, 1, 2, 22, 5, 7])
  }

  @Test func theNextRefreshBelievesTheServer() {
    var machine = loaded()
    machine.apply(.update(Row(id: 2, text: "new")))
    let refresh = machine.refresh().number
    machine.arrived(Delivery(page([1, 2], total: 2, text: "server"), from: .network), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.rows.map(\.text) == ["server", "server"])
  }

  @Test func aTotalThatCountsTheEditAlreadyIsNotLoweredTwice() {
    var machine = loaded()
    let more = machine.loadMore()?.number ?? 0
    machine.apply(.insert(Row(id: 99), at: 0))
    machine.arrived(Delivery(page([4, 5, 6], total: 10), from: .network), for: more)
    _ = machine.ended(for: more)
    #expect(machine.total == 10)
  }

  @Test func aDeletedRowIsNotBroughtBackByAFurtherPage() {
    var machine = loaded()
    machine.apply(.delete(3))
    let more = machine.loadMore()?.number ?? 0
    machine.arrived(Delivery(page([3, 4, 5], total: 8), from: .cache), for: more)
    #expect(machine.rows.map(\.id) == [1, 2, 4, 5])
  }

  @Test func aRefusedChangeLeavesTheRowsAsTheyWere() {
    var machine = loaded()
    let (rows, total) = (machine.rows, machine.total)
    machine.apply(.delete(1), ticket: 1)
    machine.apply(.insert(Row(id: 8), at: 1), ticket: 1)
    machine.apply(.move(3, to: 0), ticket: 1)
    machine.apply(.update(Row(id: 2, text: "new")), ticket: 1)
    machine.rollBack(1, Failure(.business(code: "1"), message: "No."))
    #expect(machine.rows == rows)
    #expect(machine.total == total)
    #expect(machine.notice?.message == "No.")
  }

  @Test func aRefusalTakesBackItsOwnChangesAndNoOthers() {
    var machine = loaded()
    machine.apply(.update(Row(id: 2, text: "first")), ticket: 1)
    machine.apply(.update(Row(id: 2, text: "second")), ticket: 2)
    machine.apply(.delete(1))
    machine.rollBack(1, Failure(.offline))
    #expect(machine.rows == [Row(id: 2, text: "second"), Row(id: 3)])
    machine.rollBack(2, Failure(.offline))
    #expect(machine.rows == [Row(id: 2), Row(id: 3)])
  }

  @Test func aRefusalAfterARefreshShowsWhatTheServerSaid() {
    var machine = loaded()
    machine.apply(.update(Row(id: 2, text: "mine")), ticket: 1)
    let refresh = machine.refresh().number
    machine.arrived(Delivery(page([1, 2], total: 2, text: "server"), from: .network), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.rows.map(\.text) == ["server", "mine"])
    machine.rollBack(1, Failure(.offline))
    #expect(machine.rows.map(\.text) == ["server", "server"])
  }

  @Test func aCommittedChangeSurvivesTheAnswerThatDoesNotKnowOfIt() {
    var machine = loaded()
    machine.apply(.delete(1), ticket: 1)
    let refresh = machine.refresh().number
    machine.commit(1)
    machine.arrived(Delivery(page([1, 2, 3], total: 9), from: .network), for: refresh)
    _ = machine.ended(for: refresh)
    #expect(machine.rows.map(\.id) == [2, 3])
    #expect(machine.total == 8)
  }

  @Test func aCancelledCommitIsTakenBackSilently() {  // decision 10
    var machine = loaded()
    machine.apply(.delete(1), ticket: 1)
    machine.rollBack(1, Failure(.cancelled))
    #expect(machine.rows.map(\.id) == [1, 2, 3])
    #expect(machine.notice == nil)
  }

  @Test func anotherQueryKeepsWhatWasSaidAboutRowsAndNotAboutTheList() {
    var machine = loaded()
    machine.apply(.insert(Row(id: 8), at: 0), ticket: 1)
    machine.apply(.update(Row(id: 2, text: "mine")), ticket: 1)
    let load = machine.ask("other").number
    machine.arrived(Delivery(page([2, 4], total: 2), from: .network), for: load)
    _ = machine.ended(for: load)
    #expect(machine.rows == [Row(id: 2, text: "mine"), Row(id: 4)])
    machine.rollBack(1, Failure(.offline))
    #expect(machine.rows == [Row(id: 2), Row(id: 4)])
  }

  @Test func rowsAreFoundAfterThousandsOfEdits() {
    var rows = PagerRows<Row>()
    for id in 0..<300 { rows.append(Row(id: id)) }
    var random = Random(seed: 4)
    for step in 0..<5_000 {
      switch random.below(3) {
      case 0: rows.insert(Row(id: 1_000 + step), at: random.below(rows.count))
      case 1: _ = rows.remove(at: random.below(rows.count))
      default: rows.move(from: random.below(rows.count), to: random.below(rows.count))
      }
      if rows.count < 100 { rows.append(Row(id: 100_000 + step)) }
    }
    for (place, row) in rows.items.enumerated() { #expect(rows.place(of: row.id) == place) }
    #expect(rows.place(of: -1) == nil)
  }
}
