// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataPresentation
import Testing

/// Any order of events keeps the promises of a list. 1,000,000 sequences under STRATA_SOAK=1, 20,000 otherwise.
@Suite(.timeLimit(.minutes(Soak.isOn ? 60 : 1))) struct PagerSequenceTests {
  @Test func randomSequencesOfEventsKeepTheInvariants() {
    for seed in 0..<Soak.count(20_000, full: 1_000_000) {
      var walk = Walk(seed: UInt64(seed))
      for step in 0...16 {
        if step < 16 { walk.step() } else { walk.leave() }
        guard let fault = walk.fault else { continue }
        Issue.record("seed \(seed), after \(walk.last): \(fault)")
        return
      }
    }
  }

  /// What is promised is watched for: a machine that broke it would be found.
  @Test func theWatcherSeesARowTwiceAndALateChange() {
    #expect(Walk.fault(ids: [1, 1], total: nil) != nil)
    #expect(Walk.fault(ids: [1, 2], total: 1) != nil)
    #expect(Walk.fault(ids: [1, 2], total: 2) == nil)
    #expect(Walk.isInOrder([1, 9, 2], within: [1, 2]))
    #expect(!Walk.isInOrder([2, 1], within: [1, 2]))
    var view = FollowingView()
    #expect(view.follow(rows: [Row(id: 1)], revision: 1, changes: nil) == nil)
    #expect(view.follow(rows: [Row(id: 2)], revision: 1, changes: []) != nil)
    #expect(view.follow(rows: [Row(id: 2, text: "new")], revision: 2, changes: []) != nil)
  }
}

/// One random sequence of events, watched.
private struct Walk {
  typealias Machine = PagerStateMachine<Int, Row>

  private(set) var last = ""
  private(set) var fault: String?
  private var machine = Machine(0, size: 2)
  private var open: [Machine.Load] = []
  private var newest = 0
  private var tickets: [Int] = []
  private var nextTicket = 0
  private var view = FollowingView()
  private var random: Random

  init(seed: UInt64) { random = Random(seed: seed) }

  mutating func step() {
    switch random.below(14) {
    case 0: note("refresh", begin(machine.refresh()))
    case 1: note("refresh of all", begin(machine.refresh(.loadedPages)))
    case 2: note("ask", begin(machine.ask(random.below(2))))
    case 3: note("retry", begin(machine.retry()))
    case 4, 5: more()
    case 6, 7, 8: answer()
    case 9, 10: end()
    case 11: edit(ticket: nil)
    case 12: optimistic()
    default:
      if random.below(8) == 0 {
        machine.reset(to: 0)
        tickets = []
        newest = 0
        last = "reset"
      }
    }
    watch()
  }

  /// A way out of every state: the list can always be refreshed, and comes to rest.
  mutating func leave() {
    let load = machine.refresh()
    if !load.page.isFirst || machine.ended(for: load.number) != nil || machine.state.isLoading { fault = "no way out" }
  }

  private mutating func note(_ name: String, _: Void) { last = name }

  private mutating func begin(_ load: Machine.Load) {
    if load.number <= newest { fault = "load \(load.number) is not new" }
    newest = load.number
    open.append(load)
    if !machine.state.isLoading { fault = "a load is under way in state \(machine.state)" }
  }

  /// Never two requests for one page: while one is awaited, no other is given out.
  private mutating func more() {
    last = "more"
    let state = machine.state
    let load = machine.loadMore()
    if state.isLoading, load != nil { fault = "a second request while one is in flight" }
    if let load { begin(load) }
  }

  private mutating func answer() {
    last = "answer"
    guard !open.isEmpty else { return }
    let before = machine.rows
    let load = open[random.below(open.count)]
    let isMore = machine.state == .loadingMore && load.number == newest
    let start = random.below(7)
    var page = Page((start..<start + random.below(4)).map { Row(id: $0, text: "s") })
    if random.below(2) == 0 { page.total = random.below(9) }
    if random.below(5) == 0 { page = Page(page.items, next: random.below(2) == 0 ? "c" : nil) }
    machine.arrived(Delivery(page, from: random.below(2) == 0 ? .cache : .network), for: load.number)
    let (ids, now) = (before.map(\.id), machine.rows.map(\.id))
    if load.number != newest { watchLate(before) }
    if isMore, tickets.isEmpty, !Self.isInOrder(now, within: ids) { fault = "the order changed: \(ids) to \(now)" }
  }

  private mutating func end() {
    last = "end"
    guard !open.isEmpty else { return }
    let before = machine.rows
    let load = open.remove(at: random.below(open.count))
    let failure: Failure? = [nil, nil, Failure(.offline), Failure(.cancelled)][random.below(4)]
    let next = machine.ended(failure, for: load.number)
    if load.number != newest {
      watchLate(before)
      if next != nil { fault = "a late end asks for more" }
    } else if next == nil, machine.state.isLoading {
      fault = "the load ended, and the state is \(machine.state)"
    }
    if let next { begin(next) }
  }

  private mutating func edit(ticket: Int?) {
    let id = random.below(9)
    let count = machine.rows.count
    switch random.below(4) {
    case 0: machine.apply(.insert(Row(id: 20 + id, text: "l"), at: random.below(5)), ticket: ticket)
    case 1: machine.apply(.update(Row(id: id, text: "l\(nextTicket)")), ticket: ticket)
    case 2: machine.apply(.move(id, to: random.below(4)), ticket: ticket)
    default:
      machine.apply(.delete(id), ticket: ticket)
      if machine.rows.contains(where: { $0.id == id }) { fault = "a deleted row is here" }
      if machine.rows.count < count - 1 { fault = "one delete took more than one row" }
    }
    last = "edit"
  }

  private mutating func optimistic() {
    if tickets.count < 2, random.below(2) == 0 {
      nextTicket += 1
      tickets.append(nextTicket)
      edit(ticket: nextTicket)
    } else if !tickets.isEmpty {
      let ticket = tickets.remove(at: random.below(tickets.count))
      last = "end of an optimistic change"
      if random.below(2) == 0 { machine.commit(ticket) } else { machine.rollBack(ticket, Failure(.offline)) }
    }
  }

  private mutating func watchLate(_ before: [Row]) {
    if machine.rows != before { fault = "a late result changed the rows" }
  }

  private mutating func watch() {
    let rows = machine.rows
    if random.below(3) == 0 { fault = fault ?? view.follow(machine) }
    fault = fault ?? Self.fault(ids: rows.map(\.id), total: machine.total)
    for (place, row) in rows.enumerated() where machine.place(of: row.id) != place {
      fault = "row \(row.id) is not found"
    }
    if !machine.state.isLoading, open.contains(where: { $0.number == newest }) { fault = "a load was forgotten" }
  }

  static func fault(ids: [Int], total: Int?) -> String? {
    if Set(ids).count != ids.count { return "a row twice: \(ids)" }
    if let total, total < ids.count { return "total \(total) is below the rows" }
    return nil
  }

  /// Whether the rows that were there are still in their order.
  static func isInOrder(_ now: [Int], within before: [Int]) -> Bool {
    now.filter(before.contains) == before.filter(now.contains)
  }
}
