// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct OutcomeTests {
  nonisolated private static let refusal = Failure(.business(code: "7"), message: "No.")
  nonisolated private static let quiet = Failure(.server(status: 500), notifies: false)

  /// One line of the predecessors' tables: an answer, the rows on screen before it, and what the screen then does.
  struct Line: Sendable {
    var source: String
    var rowsBefore: Int
    var answer: Result<Int, Failure>
    var style = Outcome.FailureStyle.toast
    var outcome: Outcome
    var rowsAfter: Int
    var page: String
    var toast: String?
  }

  /// S0-30 from top to bottom, then S1-13 (a) to (d), with the decisions of this kit where they disagree.
  nonisolated private static let lines: [Line] = [
    Line(source: "S0-30 rows came", rowsBefore: 0, answer: .success(2), outcome: .rows, rowsAfter: 2, page: "rows"),
    Line(source: "S0-30 rows replace", rowsBefore: 3, answer: .success(2), outcome: .rows, rowsAfter: 2, page: "rows"),
    Line(source: "S0-30 no data", rowsBefore: 0, answer: .success(0), outcome: .emptyPage, rowsAfter: 0, page: "empty"),
    Line(
      source: "S0-30 no data any more", rowsBefore: 3, answer: .success(0), outcome: .emptyPage, rowsAfter: 0,
      page: "empty"),
    Line(
      source: "S0-30 no network, nothing on screen", rowsBefore: 0, answer: .failure(Failure(.offline)),
      outcome: .offlinePage, rowsAfter: 0, page: "offline"),
    Line(
      source: "S0-30 no network with rows; decision 6", rowsBefore: 3, answer: .failure(Failure(.offline)),
      outcome: .toast(Failure(.offline)), rowsAfter: 3, page: "rows", toast: "网络未连接，显示的是已保存的内容。"),
    Line(
      source: "S0-30 token expired", rowsBefore: 0, answer: .failure(Failure(.signedOut)), outcome: .signIn,
      rowsAfter: 0, page: "signIn"),
    Line(
      source: "S0-30 token expired with rows", rowsBefore: 3, answer: .failure(Failure(.signedOut)), outcome: .signIn,
      rowsAfter: 3, page: "rows", toast: "请先登录"),
    Line(
      source: "S0-30 alertOrNot, no message", rowsBefore: 3,
      answer: .failure(Failure(.business(code: "7"), message: "")),
      outcome: .toast(Failure(.business(code: "7"), message: "")), rowsAfter: 3, page: "rows", toast: "获取失败"),
    Line(
      source: "S0-30 alertOrNot false", rowsBefore: 3, answer: .failure(quiet), outcome: .silent, rowsAfter: 3,
      page: "rows"),
    Line(
      source: "S0-30 alertOrNot false, nothing on screen", rowsBefore: 0, answer: .failure(quiet), outcome: .silent,
      rowsAfter: 0, page: "empty"),
    Line(
      source: "S1-13 a: no answer", rowsBefore: 0, answer: .failure(Failure(.unexpected)),
      outcome: .failurePage(Failure(.unexpected)), rowsAfter: 0, page: "failure"),
    Line(source: "S1-13 b: success", rowsBefore: 3, answer: .success(3), outcome: .rows, rowsAfter: 3, page: "rows"),
    Line(
      source: "S1-13 c: refused, list empty", rowsBefore: 0, answer: .failure(refusal), outcome: .failurePage(refusal),
      rowsAfter: 0, page: "failure"),
    Line(
      source: "S1-13 d: refused with rows; decision 5", rowsBefore: 3, answer: .failure(refusal),
      outcome: .toast(refusal), rowsAfter: 3, page: "rows", toast: "No."),
    Line(
      source: "S1-13 d as it was", rowsBefore: 3, answer: .failure(refusal), style: .silent, outcome: .silent,
      rowsAfter: 3, page: "rows"),
    Line(
      source: "decision 10", rowsBefore: 3, answer: .failure(Failure(.cancelled)), outcome: .silent, rowsAfter: 3,
      page: "rows"),
  ]

  @Test(arguments: lines) func theLadderDecides(line: Line) async {
    var failure: Failure?
    if case .failure(let thrown) = line.answer { failure = thrown }
    #expect(Outcome.of(failure, hasRows: line.rowsAfter > 0, style: line.style) == line.outcome)

    var answers = [Result<Int, Failure>.success(line.rowsBefore), line.answer]
    let pager = Pager<Everything, Row>(wording: .chinese, failureStyle: line.style) { _ in
      let count = try answers.removeFirst().get()
      return Page((0..<count).map { Row(id: $0) }, total: count)
    }
    if line.rowsBefore == 0 { answers.removeFirst() } else { await pager.refresh() }
    await pager.refresh()
    #expect(pager.rows.count == line.rowsAfter)
    #expect(name(of: pager.page) == line.page)
    #expect(pager.toast == line.toast)
    #expect(!pager.isLoading)
    if failure?.kind != .cancelled { #expect(pager.outcome == line.outcome) }
  }

  private func name(of page: StatePage) -> String {
    switch page {
    case .content: "rows"
    case .loading: "loading"
    case .message(let message): "\(message.kind)"
    }
  }

  @Test func theServersTextIsShownAndOursWhereItHasNone() {  // S0-30
    #expect(Wording.chinese.text(for: Failure(.business(code: "7"), message: "")) == "获取失败")
    #expect(Wording.english.text(for: Self.refusal) == "No.")
    #expect(Wording.english.message(for: .failurePage(Self.refusal))?.detail == "No.")
    #expect(Wording.english.message(for: .failurePage(Failure(.unreadable)))?.detail == Wording.english.failureDetail)
  }

  @Test func everyMessageHasAWayOutOrIsAnAnswer() {  // S0-31
    let failures = [Failure(.timedOut), Failure(.server(status: 404), isRetryable: false), Self.refusal]
    for outcome in [Outcome.offlinePage, .signIn] + failures.map(Outcome.failurePage) {
      #expect(Wording.english.message(for: outcome)?.action != nil)
    }
    #expect(Wording.english.message(for: .rows) == nil)
  }
}
