// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import Testing

@Suite struct OutcomeTests {
  private static let refusal = Failure(.business(code: "7"), message: "No.")
  private static let quiet = Failure(.server(status: 500), notifies: false)

  @Test(
    arguments: [
      (nil, true, Outcome.rows), (nil, false, .emptyPage),
      (Failure(.offline), false, .offlinePage), (Failure(.offline), true, .toast(Failure(.offline))),
      (Failure(.signedOut), false, .signIn), (Failure(.signedOut), true, .signIn),
      (refusal, false, .failurePage(refusal)), (refusal, true, .toast(refusal)),
      (quiet, false, .silent), (quiet, true, .silent),
      (Failure(.cancelled), false, .silent), (Failure(.cancelled), true, .silent),
    ] as [(Failure?, Bool, Outcome)])
  func theLadderDecides(failure: Failure?, hasRows: Bool, outcome: Outcome) {  // S0-30, S1-13
    #expect(Outcome.of(failure, hasRows: hasRows) == outcome)
  }

  @Test func aFailureWithRowsOnScreenCanBeSilent() {  // S1-13 d, decision 5
    #expect(Outcome.of(Self.refusal, hasRows: true, style: .silent) == .silent)
  }

  @Test func theServersTextIsShownAndOursWhereItHasNone() {  // S0-30
    #expect(Wording.chinese.text(for: Failure(.business(code: "7"), message: "")) == "获取失败")
    #expect(Wording.english.text(for: Self.refusal) == "No.")
    #expect(Wording.english.message(for: .failurePage(Self.refusal))?.action == nil)
    #expect(Wording.english.message(for: .failurePage(Failure(.timedOut)))?.action == "Try again")
  }
}
