// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import StrataScripted
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct PagerTests {
  private let pages = ScriptedPages()
  private let clock = ManualClock()

  private func pager(debounce: Duration = .zero, isBlank: @escaping (String) -> Bool = { _ in false }) -> Pager<
    String, Row
  > {
    Pager("", size: 2, debounce: debounce, clock: clock, isBlank: isBlank, load: pages.load)
  }

  /// A pager with its first page there.
  private func loaded(total: Int = 6) async -> Pager<String, Row> {
    let pager = pager()
    async let refreshed: Void = pager.refresh()
    await pages.request(1)
    pages.answer(1, [1, 2], total: total)
    await refreshed
    return pager
  }

  @Test func typingAsksOnceAfterAPause() async {
    let pager = pager(debounce: .milliseconds(300))
    for text in ["s", "sw", "swift"] {
      pager.query = text
      clock.advance(by: .milliseconds(299))
    }
    #expect(pages.asked == [])
    #expect(pager.page == .loading)
    clock.advance(by: .milliseconds(1))
    await pages.request(1)
    pages.answer(1, [1], total: 1)
    await pager.settled()
    #expect(pages.asked == ["swift#1"])
    #expect(pager.rows == [Row(id: 1)])
    #expect(pager.footer == .end("That is all."))
  }

  @Test func anEqualQueryAsksNobody() async {
    let pager = await loaded()
    pager.query = ""
    await pager.settled()
    #expect(pages.asked == ["#1"])
  }

  @Test func aBlankQueryAsksNobodyAndShowsNoRows() async {
    let pager = pager(isBlank: \.isEmpty)
    await pager.refresh()
    #expect(pages.asked == [])
    pager.query = "a"
    await pages.request(1)
    pages.answer(1, [1])
    await pager.settled()
    pager.query = ""
    #expect(pager.rows.isEmpty)
    #expect(pager.state == .idle)
  }

  @Test func aNewerQueryIsAnsweredAlthoughTheOlderAnswersLater() async {  // W38
    let pager = pager()
    pager.query = "a"
    await pages.request(1)
    pager.query = "b"
    await pages.request(2)
    pages.answer(2, [2], total: 1)
    await pager.settled()
    pages.answer(1, [1], total: 1)
    #expect(pager.rows == [Row(id: 2)])
  }

  @Test func rowsNearTheEndLoadTheNextPageOnce() async {  // W37
    let pager = await loaded(total: 4)
    #expect(pager.canLoadMore)
    pager.appeared(at: 0)
    pager.appeared(at: 1)
    #expect(pager.footer == .loading)
    #expect(!pager.canLoadMore)
    await pages.request(2)
    pages.answer(2, [3, 4], total: 4)
    await pager.settled()
    #expect(pages.asked == ["#1", "#2"])
    #expect(pager.rows.map(\.id) == [1, 2, 3, 4])
    pager.appeared(at: 3)
    #expect(pages.asked.count == 2)
  }

  @Test func aFailedNextPageStaysFailedUntilTheRetry() async {  // W34, W36
    let pager = await loaded(total: 3)
    pager.loadMore()
    await pages.request(2)
    pages.answer(2, .failure(Failure(.server(status: 503), message: "Busy.")))
    await pager.settled()
    #expect(pager.footer == .failed("Busy.", action: "Try again"))
    #expect(!pager.canLoadMore)
    pager.appeared(at: 1)
    #expect(pages.asked.count == 2)
    pager.retry()
    await pages.request(3)
    pages.answer(3, [3], total: 3)
    await pager.settled()
    #expect(pages.asked.last == "#2")
    #expect(pager.rows.map(\.id) == [1, 2, 3])
  }

  @Test func offlineWithoutRowsIsAPageWithARetry() async {  // S0-30
    let pager = pager()
    async let refreshed: Void = pager.refresh()
    await pages.request(1)
    pages.answer(1, .failure(Failure(.offline)))
    await refreshed
    #expect(
      pager.page
        == .message(
          StateMessage(
            .offline, title: "No connection", detail: "Check the network and try again.", action: "Try again")))
    pager.retry()
    await pages.request(2)
    pages.answer(2, [1], total: 1)
    await pager.settled()
    #expect(pager.page == .content)
  }

  @Test func offlineWithRowsIsAToastThatIsTakenOnce() async {  // decision 6
    let pager = await loaded()
    async let refreshed: Void = pager.refresh()
    await pages.request(2)
    pages.answer(2, .failure(Failure(.offline)))
    await refreshed
    #expect(pager.page == .content)
    #expect(pager.toast == "No connection. Showing what was saved.")
    #expect(pager.takeToast() != nil)
    #expect(pager.takeToast() == nil)
    #expect(pager.notice == nil)
  }

  @Test func noRowsIsAnEmptyPageAndNotAnEndlessSpinner() async {
    let pager = pager()
    async let refreshed: Void = pager.refresh()
    await pages.request(1)
    #expect(pager.page == .loading)
    pages.answer(1, [], total: 0)
    await refreshed
    #expect(pager.page == .message(StateMessage(.empty, title: "Nothing here")))
    #expect(pager.footer == .none)
  }

  @Test func cancellingTheCallerOfRefreshDoesNotCancelTheLoad() async {
    let pager = pager()
    let caller = Task { await pager.refresh() }
    await pages.request(1)
    caller.cancel()
    pages.answer(1, [1], total: 1)
    await pager.settled()
    #expect(pager.rows == [Row(id: 1)])
  }

  @Test func savedRowsStandWhileTheServerIsAskedAndStayWhenItCannotBeReached() async {  // W7
    let gate = Gate()
    let pager = Pager<String, Row>(
      "",
      deliveries: { _, _ in
        Deliveries(
          { Delivery(Page([Row(id: 1)], total: 1), from: .cache) },
          {
            try await gate.pass()
            throw Failure(.offline)
          })
      })
    let refreshed = Task { await pager.refresh() }
    while pager.rows.isEmpty { await Task.yield() }
    #expect(pager.origin == .cache)
    #expect(pager.isLoading)
    gate.open()
    await refreshed.value
    #expect(pager.rows == [Row(id: 1)])
    #expect(pager.toast != nil)
    #expect(!pager.isLoading)
  }

  @Test func aPagerIsReleasedWhileItsRequestIsInFlight() async {
    weak var released: Pager<String, Row>?
    do {
      let pager = pager()
      released = pager
      pager.query = "a"
      await pages.request(1)
    }
    #expect(released == nil)
    pages.answer(1, [1])
  }

  @Test func aResetForgetsTheRowsAndTheAnswerUnderWay() async {
    let pager = await loaded()
    pager.loadMore()
    await pages.request(2)
    pager.reset()
    pages.answer(2, [3, 4], total: 6)
    await pager.settled()
    #expect(pager.rows.isEmpty)
    #expect(pager.state == .idle)
  }
}
