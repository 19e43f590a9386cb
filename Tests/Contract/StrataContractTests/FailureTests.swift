// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import Testing

@Suite struct FailureTests {
  private struct CartError: FailureConvertible {
    var failure: Failure { Failure(.business(code: "sold-out"), message: "Sold out.") }
  }
  private struct Plain: Error {}

  @Test func anErrorThatTranslatesItselfIsShownAsItsOwnFailure() {
    #expect(Failure(CartError()) == Failure(.business(code: "sold-out"), message: "Sold out."))
  }

  @Test func aFailureStaysItself() {
    let failure = Failure(.offline, message: "No network.")
    #expect(Failure(failure as any Error) == failure)
  }

  @Test func aCancellationIsSilent() {  // decision 10
    let failure = Failure(CancellationError())
    #expect(failure.kind == .cancelled)
    #expect(!failure.notifies)
    #expect(!Failure(.cancelled, notifies: true).notifies)
  }

  @Test func anUnknownErrorIsUnexpectedAndKeptForLogs() {
    let failure = Failure(Plain())
    #expect(failure.kind == .unexpected)
    #expect(failure.underlying is Plain)
  }

  @Test func theErrorBehindItDoesNotCountInComparisons() {
    #expect(Failure(.offline, underlying: Plain()) == Failure(.offline))
    #expect(Set([Failure(.offline, underlying: Plain()), Failure(.offline)]).count == 1)
  }

  @Test(arguments: [
    (Failure.Kind.offline, true), (.timedOut, true), (.storage, true), (.unexpected, true),
    (.server(status: 503), true),
    (.server(status: 429), true), (.server(status: 408), true), (.server(status: 404), false), (.signedOut, false),
    (.business(code: "7"), false), (.unreadable, false), (.cancelled, false),
  ])
  func whetherARetryHelpsFollowsFromTheKind(kind: Failure.Kind, isRetryable: Bool) {
    #expect(Failure(kind).isRetryable == isRetryable)
    #expect(Failure(kind, isRetryable: !isRetryable).isRetryable == !isRetryable)
  }

  @Test func messagesByFieldReachTheFormThroughAnyError() {
    struct Refused: FailureConvertible {
      var failure: Failure { Failure(.business(code: "invalid"), fields: ["postcode": "5 digits, please."]) }
    }
    #expect(Failure(Refused()).fields == ["postcode": "5 digits, please."])
    #expect(Failure(Refused()) != Failure(.business(code: "invalid")))
    #expect(Failure(.offline).fields.isEmpty)
  }
}
