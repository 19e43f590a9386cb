// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

/// Lists that are read to their end from a server whose rows change meanwhile. 100,000 runs under STRATA_SOAK=1.
@Suite(.timeLimit(.minutes(Soak.isOn ? 60 : 1))) struct ShiftingServerTests {
  @Test(arguments: ShiftingServer.Kind.allCases)
  func noRowIsLostAndNoneComesTwice(kind: ShiftingServer.Kind) {
    for seed in 0..<Soak.count(400, full: 100_000 / ShiftingServer.Kind.allCases.count + 1) {
      var reader = Reader(seed: UInt64(seed), kind: kind)
      if let fault = reader.readToTheEnd() {
        Issue.record("\(kind), seed \(seed): \(fault)")
        return
      }
    }
  }

  @Test func aServerThatRepeatsOnePageForEverEndsTheListAndIsReported() {  // field reports A
    var server = ShiftingServer(kind: .repeatingPages, count: 9, size: 2, random: Random(seed: 1))
    server.repeatsForEver = true
    var machine = PagerStateMachine<Int, Row>(0, size: 2)
    var load: PagerStateMachine<Int, Row>.Load? = machine.refresh()
    var requests = 0
    while let current = load, requests < 100 {
      requests += 1
      machine.arrived(Delivery(server.page(current.page), from: .network), for: current.number)
      load = machine.ended(for: current.number) ?? machine.loadMore()
    }
    #expect(requests == 6)  // pages 1, 2, 2, 3, 3, 4
    #expect(machine.endedByRepeats)
    #expect(machine.rows.map(\.id) == [100, 101])
  }
}

/// Somebody who scrolls to the end, deletes rows by the way, and meets failures and saved pages.
private struct Reader {
  private var server: ShiftingServer
  private var machine: PagerStateMachine<Int, Row>
  private var random: Random
  private var saved: [Int: Page<Row>] = [:]
  private let size: Int
  private var requests = 0
  /// Others do something while somebody scrolls, not within the moment in which the list asks twice by itself.
  private var isAutomatic = false

  init(seed: UInt64, kind: ShiftingServer.Kind) {
    random = Random(seed: seed)
    size = 2 + random.below(4)
    let count = random.below(30)
    server = ShiftingServer(kind: kind, count: count, size: size, random: Random(seed: seed &+ 1))
    machine = PagerStateMachine(0, size: size)
  }

  mutating func readToTheEnd() -> String? {
    var load: PagerStateMachine<Int, Row>.Load? = machine.refresh()
    while let current = load {
      requests += 1
      guard requests < 400 else { return "no end after 400 requests, at \(machine.rows.map(\.id))" }
      let following = answer(current)
      isAutomatic = following != nil
      load = following ?? next()
      let ids = machine.rows.map(\.id)
      if Set(ids).count != ids.count { return "a row twice: \(ids)" }
      if let total = machine.total, total < ids.count { return "total \(total) below \(ids.count) rows" }
    }
    return verdict()
  }

  private mutating func next() -> PagerStateMachine<Int, Row>.Load? {
    if case .failedMore = machine.state { return machine.retry() }
    if case .failedFirst = machine.state { return machine.retry() }
    return machine.loadMore()
  }

  private mutating func answer(_ load: PagerStateMachine<Int, Row>.Load) -> PagerStateMachine<Int, Row>.Load? {
    if random.below(12) == 0 { return machine.ended(Failure(.offline), for: load.number) }
    if let page = saved[load.page.number], random.below(2) == 0 {
      machine.arrived(Delivery(page, from: .cache), for: load.number)
    }
    // The server may answer before or after what happens next.
    let early = random.below(2) == 0 ? server.page(load.page) : nil
    if !isAutomatic {
      deleteByHand()
      server.change()
    }
    let page = early ?? server.page(load.page)
    if load.page.cursor == nil { saved[load.page.number] = page }
    machine.arrived(Delivery(page, from: .network), for: load.number)
    let next = machine.ended(for: load.number)
    if next == nil { deleteByHand() }
    return next
  }

  private mutating func deleteByHand() {
    guard server.kind == .deletesByHand, random.below(3) == 0, let row = machine.rows.randomRow(&random) else { return }
    machine.apply(.delete(row.id))
    server.delete(row.id)
  }

  private func verdict() -> String? {
    let ids = machine.rows.map(\.id)
    let here = Set(ids)
    let lost = server.thereAllAlong.filter { !here.contains($0) }
    if !lost.isEmpty { return "lost \(lost), shown \(ids), size \(size), reported: \(machine.endedByRepeats)" }
    if let row = ids.first(where: server.deletedByHand.contains) { return "\(row) was deleted and is here" }
    let stayed = ids.filter(Set(server.thereAllAlong).contains)
    return stayed == stayed.sorted() ? nil : "out of order: \(ids)"
  }
}

extension [Row] {
  fileprivate func randomRow(_ random: inout Random) -> Row? { isEmpty ? nil : self[random.below(count)] }
}
