// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

/// What the pager adds to its machine: edits and their commits, following, extents, the time, one load per page.
@MainActor @Suite(.timeLimit(.minutes(1))) struct PagerFaceTests {
  private let pages = ScriptedPages()

  /// A pager with its first page there.
  private func loaded(_ ids: [Int] = [1, 2], total: Int? = 6) async -> Pager<Everything, Row> {
    let pager = Pager(size: 2, now: { Date(timeIntervalSince1970: 7) }, load: pages.loadAll)
    async let refreshed: Void = pager.refresh()
    await pages.request(1)
    pages.answer(1, ids, total: total)
    await refreshed
    return pager
  }

  @Test func aListWithoutAQueryLoads() async {
    let pager = await loaded()
    #expect(pages.asked == ["#1"])
    #expect(pager.rows.map(\.id) == [1, 2])
    #expect(pager.row(2) == Row(id: 2))
    #expect(pager.row(at: 1) == Row(id: 2))
    #expect(pager.row(at: 2) == nil)
    #expect(pager.index(of: 3) == nil)
  }

  @Test func theStatesOfALoadFollowEachOther() async {
    let pager = Pager(size: 2, load: pages.loadAll)
    let history = StateHistory { pager.state }
    async let refreshed: Void = pager.refresh()
    await pages.request(1)
    pages.answer(1, [1, 2], total: 3)
    await refreshed
    pager.loadMore()
    await pages.request(2)
    pages.answer(2, [3], total: 3)
    await pager.settled()
    // The first page is there an instant before its load has ended.
    #expect(history.values == [.idle, .loadingFirst, .refreshing, .loaded, .loadingMore, .exhausted])
  }

  @Test func theTimeOfARefreshMovesOnSuccessOnly() async {  // L5-09
    let pager = await loaded()
    #expect(pager.lastRefreshed == Date(timeIntervalSince1970: 7))
    let other = Pager(size: 2, now: { Date(timeIntervalSince1970: 9) }, load: pages.loadAll)
    async let failed: Void = other.refresh()
    await pages.request(2)
    pages.answer(2, .failure(Failure(.offline)))
    await failed
    #expect(other.lastRefreshed == nil)
  }

  @Test func comingBackRefreshesAllPagesThatAreHere() async {
    let pager = await loaded()
    pager.loadMore()
    await pages.request(2)
    pages.answer(2, [3, 4], total: 6)
    await pager.settled()
    async let refreshed: Void = pager.refresh(.loadedPages)
    await pages.request(3)
    pages.answer(3, [0, 1], total: 7)
    await pages.request(4)
    pages.answer(4, [2, 3], total: 7)
    await refreshed
    #expect(pages.asked == ["#1", "#2", "#1", "#2"])
    #expect(pager.rows.map(\.id) == [0, 1, 2, 3])
  }

  @Test func theDistanceBeforeTheEndIsTheScreensToSay() async {  // W37
    let pager = await loaded()
    pager.prefetchDistance = 1
    pager.appeared(at: 0)
    pager.appeared(at: 99)
    #expect(pager.state == .loaded)
    pager.appeared(at: 1)
    #expect(pager.state == .loadingMore)
  }

  @Test func aPageIsAskedForOnceByItselfAndAgainByHand() async {  // W34
    let pager = await loaded()
    pager.appeared(at: 1)
    await pages.request(2)
    pages.answer(2, .failure(CancellationError()))
    await pager.settled()
    #expect(!pager.canLoadMore)
    pager.appeared(at: 1)
    #expect(pager.state == .loaded)
    pager.loadMore()
    #expect(pager.state == .loadingMore)
  }

  @Test func anOptimisticDeleteIsSeenAtOnceAndStays() async {  // S0-36
    let pager = await loaded()
    let result = await pager.optimistically {
      pager.delete(1)
      pager.update(2) { $0.text = "new" }
    } commit: {
      #expect(pager.rows == [Row(id: 2, text: "new")])
      return 7
    }
    #expect(result == 7)
    #expect(pager.rows == [Row(id: 2, text: "new")])
    #expect(pager.total == 5)
  }

  @Test func aRefusedDeleteComesBackWithAToast() async {
    let pager = await loaded()
    let result: Void? = await pager.optimistically {
      pager.delete(1)
    } commit: {
      throw Failure(.business(code: "9"), message: "Not yours.")
    }
    #expect(result == nil)
    #expect(pager.rows.map(\.id) == [1, 2])
    #expect(pager.takeToast() == "Not yours.")
  }

  @Test func anEmptiedListAsksForWhatFollows() async {
    let pager = await loaded()
    pager.delete(1)
    pager.delete(2)
    #expect(pager.page == .loading)
    await pages.request(2)
    pages.answer(2, .failure(Failure(.timedOut)))
    await pager.settled()
    guard case .message(let message) = pager.page else {
      Issue.record("no message but \(pager.page)")
      return
    }
    #expect(message.kind == .failure && message.action != nil)
  }

  @Test func rowsFollowWhatChangesElsewhere() async {
    let source = ChangingRows([Row(id: 1, text: "a"), Row(id: 2), Row(id: 9)])
    let pager = await loaded()
    pager.follow(source.updates)
    while pager.row(1)?.text != "a" { await Task.yield() }
    source.set([Row(id: 1, text: "b"), Row(id: 9)])
    while pager.rows.count == 2 { await Task.yield() }
    #expect(pager.rows == [Row(id: 1, text: "b")])
    #expect(pager.total == 5)
  }

  @Test func followingGoesOnAfterAnErrorAndEndsWithThePager() async {
    let source = ChangingRows(nil)
    weak var released: Pager<Everything, Row>?
    do {
      let pager = await loaded()
      released = pager
      pager.follow(source.updates)
      while pager.notice == nil { await Task.yield() }
      #expect(pager.notice?.kind == .storage)
      source.set([Row(id: 1, text: "b")])
      while pager.row(1)?.text != "b" { await Task.yield() }
    }
    #expect(released == nil)
  }

  @Test func aRefreshEndsAlthoughNobodyLooks() async {  // W39
    let pager = Pager(size: 2, load: pages.loadAll)
    let refresh = Task { await pager.refresh() }
    await pages.request(1)
    pages.answer(1, [1], total: 1)
    await refresh.value
    #expect(!pager.isLoading)
  }

  @Test func anEqualAnswerOfTheServerIsStillItsWord() async {  // W21: a client tells equal values once
    let page = Page([Row(id: 1)], total: 1)
    let pager = Pager<Everything, Row>(
      deliveries: { _ in Deliveries({ Delivery(page, from: .cache) }, { Delivery(page, from: .network) }) })
    await pager.refresh()
    #expect(pager.rows == page.items && pager.origin == .network && pager.lastRefreshed != nil)
    let loader = Loader { Deliveries({ Delivery(1, from: .cache) }, { Delivery(1, from: .network) }) }
    await loader.refresh()
    #expect(loader.state == .loaded(1, from: .network))
  }
}
