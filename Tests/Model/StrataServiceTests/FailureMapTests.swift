// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataMapping
import StrataRequest
import StrataScripted
import StrataService
import StrataStore
import Testing

/// What every error of the Model floor is to a screen. Each `switch` names every case: a new one does not build until
/// somebody has said what a screen shows for it. (A cache never fails a request: what its file throws are store errors.)
@Suite(.timeLimit(.minutes(1))) struct FailureMapTests {
  // MARK: Store

  private func kind(of code: StoreError.Code) -> Failure.Kind {
    switch code {
    case .notDecodable: .unreadable
    case .busy, .full, .corrupt, .locked, .superseded, .notEncodable, .invalidName, .misdeclared, .notAllowed, .closed,
      .moved, .failed:
      .storage
    }
  }

  private func helpsToRetry(_ code: StoreError.Code) -> Bool {
    switch code {
    case .busy, .full, .locked: true
    case .corrupt, .superseded, .notDecodable, .notEncodable, .invalidName, .misdeclared, .notAllowed, .closed, .moved,
      .failed:
      false
    }
  }

  @Test(arguments: StoreError.Code.allCases) func aStoreErrorHasOneKind(code: StoreError.Code) {
    let failure = Failure(StoreError(code, "test"))
    #expect(failure.kind == kind(of: code))
    #expect(failure.isRetryable == helpsToRetry(code))
    #expect(failure.underlying is StoreError && failure.notifies)
  }

  // MARK: Mapping

  /// A document, read as a list of these, that ends in each kind.
  private struct Row: Codable, MappingFinishing {
    var number: UInt8
    var link: URL?
    func finishMapping() throws { if number == 13 { throw Failure(.unexpected) } }
  }

  private func document(for kind: MappingError.Kind) -> String? {
    switch kind {
    case .syntax: "[{"
    case .limit: String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    case .missing: "[{}]"
    case .null: #"[{"number": null}]"#
    case .mismatch: #"[{"number": "x"}]"#
    case .outOfRange: #"[{"number": 300}]"#
    case .unreadable: #"[{"number": 1, "link": ""}]"#
    case .refused: #"[{"number": 13}]"#
    case .unwritable: nil
    }
  }

  @Test(arguments: MappingError.Kind.allCases) func aMappingErrorIsUnreadable(kind: MappingError.Kind) throws {
    let error = try #require(throws: MappingError.self) {
      guard let text = document(for: kind) else { return _ = try MappingEncoder().encode([Double.nan]) }
      _ = try MappingDecoder(.strict).decode([Row].self, from: Data(text.utf8))
    }
    #expect(error.kind == kind)
    let failure = Failure(error)
    #expect(failure.kind == .unreadable && !failure.isRetryable && failure.underlying is MappingError)
  }

  // MARK: Request

  /// The reasons, one of each, with what answers so; the `switch` below keeps the list whole.
  private static let reasons: [(RequestError.Reason, ScriptedReply)] = [
    (.offline, .failure(.unreachable)), (.timedOut, .failure(.timedOut)), (.cancelled, .error(CancellationError())),
    (.signedOut, .status(401)), (.refused(code: "7"), .json(#"{"code": 7}"#)), (.server(status: 404), .status(404)),
    (.unreadable, .json("<html>")), (.notCached, .json("1")), (.untrusted, .failure(.untrusted)),
    (.invalidRequest, .failure(.invalidRequest)), (.unexpected, .error(Odd())),
  ]

  private struct Odd: Error {}

  private func kind(of reason: RequestError.Reason) -> Failure.Kind {
    switch reason {
    case .offline: .offline
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .signedOut: .signedOut
    case .refused(let code): .business(code: code)
    case .server(let status): .server(status: status)
    case .unreadable: .unreadable
    case .notCached, .untrusted, .invalidRequest, .unexpected: .unexpected
    }
  }

  @Test(arguments: reasons.indices) func aRequestErrorHasOneKind(index: Int) async throws {
    let (reason, reply) = Self.reasons[index]
    let client = Client(site, transport: ScriptedTransport { _ in reply }) {
      $0.retry = .never
      $0.decoder = Envelope().decoder()
    }
    var request = Request<Int>.get("/")
    if reason == .notCached { request = request.cached(.cacheOnly) }
    let error = await #expect(throws: RequestError.self) { try await client.send(request) }
    #expect(error?.reason == reason)
    let failure = error.map { Failure($0) }
    #expect(failure?.kind == kind(of: reason))
    #expect(failure?.notifies == (reason != .cancelled))
  }

  /// Every kind of a transport's error becomes one of those reasons.
  @Test(arguments: [
    (TransportError.Kind.unreachable, Failure.Kind.offline), (.interrupted, .offline), (.timedOut, .timedOut),
    (.untrusted, .unexpected), (.malformed, .unreadable), (.invalidRequest, .unexpected),
  ])
  func aTransportErrorHasOneKind(kind: TransportError.Kind, expected: Failure.Kind) async {
    switch kind {
    case .unreachable, .interrupted, .timedOut, .untrusted, .malformed, .invalidRequest: break
    }
    let client = Client(site, transport: ScriptedTransport(.failure(kind))) { $0.retry = .never }
    #expect(await failure { try await client.send(.delete("/")) }?.kind == expected)
  }

  // MARK: Service

  @Test(arguments: [SessionError.noTokens, .signedOut]) func aSessionErrorHasOneKind(error: SessionError) {
    let expected: Failure.Kind =
      switch error {
      case .noTokens: .unexpected
      case .signedOut: .signedOut
      }
    #expect(Failure(error).kind == expected && !Failure(error).isRetryable)
    #expect(!error.description.isEmpty)
  }

  /// The kinds themselves: whoever adds one meets this list, and the ladder that shows it.
  @Test(arguments: [
    Failure.Kind.offline, .timedOut, .signedOut, .business(code: "7"), .server(status: 500), .unreadable, .storage,
    .cancelled, .unexpected,
  ])
  func everyKindSurvivesTheWayThroughAnyError(kind: Failure.Kind) {
    switch kind {
    case .offline, .timedOut, .signedOut, .business, .server, .unreadable, .storage, .cancelled, .unexpected: break
    }
    #expect(Failure(Failure(kind) as any Error).kind == kind)
  }
}
