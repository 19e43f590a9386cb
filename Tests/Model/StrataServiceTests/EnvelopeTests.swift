// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataMapping
import StrataRequest
import StrataScripted
import StrataService
import Testing

@Suite(.timeLimit(.minutes(1))) struct EnvelopeTests {
  private func client(
    _ reply: ScriptedReply, _ change: (inout Envelope) -> Void = { _ in }, inner: MappingDecoder = .init(.strict),
    onEvent: (@Sendable (RequestEvent) -> Void)? = nil
  ) -> Client {
    var envelope = Envelope()
    change(&envelope)
    return Client(site, transport: ScriptedTransport { _ in reply }) {
      $0.decoder = envelope.decoder(inner)
      $0.retry = .never
      $0.onEvent = onEvent
    }
  }

  private let account = Request<Account>.get("/account")
  private let answer = #"{"code": 0, "message": "", "data": {"id": "ann", "name": "Ann"}}"#

  @Test func aServiceReadsWhatIsInside() async throws {
    #expect(try await client(.json(answer)).send(account) == ann)
    #expect(try await client(.json(#"{"data": [1, 2]}"#)).send(.get("/", returning: [Int].self)) == [1, 2])
  }

  @Test func anEnvelopeMayLookOtherwise() async throws {
    let text = #"{"status": {"success": true, "text": "fine"}, "result": {"user": {"id": "ann", "name": "Ann"}}}"#
    let client = client(.json(text)) {
      $0.code = "status.success"
      $0.message = "status.text"
      $0.data = "result.user"
      $0.succeeds = { $0 == "true" }
    }
    #expect(try await client.send(account) == ann)
  }

  // S1-13, S1-17
  @Test(arguments: [#""40103""#, "40103"])
  func aRefusalIsABusinessFailureWithTheServersWords(code: String) async throws {
    let text = #"{"code": \#(code), "message": "Sold out.", "data": {"id": "ann", "name": "Ann"}}"#
    let client = client(.json(text))
    let failed = await failure { try await client.send(account) }
    #expect(failed == Failure(.business(code: "40103"), message: "Sold out."))
    let error = await #expect(throws: RequestError.self) { try await client.send(account) }
    #expect(error?.reason == .refused(code: "40103"))
    #expect(error.map { "\($0)".contains("Sold out") } == false)
  }

  // S0-26: transport success is no business success.
  @Test(arguments: [
    "", #", "data": null"#, #", "data": false"#, #", "data": 0"#, #", "data": "0""#,
    #", "data": "false""#, #", "data": "FALSE""#, #", "data": """#, #", "data": 0.0"#,
  ])
  func missingOrFalsyDataIsNoSuccess(data: String) async throws {
    let text = #"{"code": 0, "message": "Nothing."\#(data)}"#
    let client = client(.json(text))
    let expected = Failure(.business(code: "0"), message: "Nothing.")
    #expect(await failure { try await client.send(.get("/", returning: String.self)) } == expected)
    #expect(await failure { try await client.send(.delete("/")) } == expected)
    #expect(await failure { try await client.send(.get("/", returning: Int?.self)) } == expected)
  }

  @Test(arguments: ["true", "1", "-1", "0.5", "[]", "{}", #""no""#, #"[0]"#])
  func otherDataIsSuccess(data: String) async throws {
    try await client(.json(#"{"code": 0, "data": \#(data)}"#)).send(.delete("/"))
  }

  @Test func aServerMaySendNoDataWhereTheEnvelopeSaysSo() async throws {
    let empty = client(.json(#"{"code": 0}"#)) { $0.dataRule = .any }
    try await empty.send(.delete("/"))
    #expect(try await empty.send(.get("/", returning: Int?.self)) == nil)
    #expect(try await empty.send(.get("/", returning: [Int].self)) == [])
    #expect(await failure { try await empty.send(account) }?.kind == .unreadable)
    let zero = client(.json(#"{"code": 0, "data": 0}"#)) { $0.dataRule = .present }
    #expect(try await zero.send(.get("/", returning: Int.self)) == 0)
    let null = client(.json(#"{"code": 0, "data": null}"#)) { $0.dataRule = .present }
    #expect(await failure { try await null.send(.delete("/")) }?.kind == .business(code: "0"))
  }

  @Test(arguments: [400, 404, 409, 422])
  func aBadStatusWithAnEnvelopeSaysWhatTheServerSays(status: Int) async throws {
    let text =
      #"{"code": "invalid", "message": "Look again.", "fields": {"phone": "Too short.", "name": ["No.", "Not"], "x": 3}}"#
    let client = client(.json(text, status: status))
    let fields = ["phone": "Too short.", "name": "No."]
    let expected = Failure(.business(code: "invalid"), message: "Look again.", fields: fields)
    #expect(await failure { try await client.send(account) } == expected)
    #expect(await failure { try await client.send(.post("/", json: ann)) } == expected)
    #expect(await failure { try await client.send(.data("/")) } == expected)
  }

  @Test(arguments: [408, 429, 500, 503])
  func aServerInTroubleStaysAServerInTrouble(status: Int) async throws {
    let client = client(.json(#"{"code": 1, "message": "Busy."}"#, status: status))
    #expect(await failure { try await client.send(account) } == Failure(.server(status: status), message: "Busy."))
  }

  // S0-27: isExpiryToken
  @Test func aSignInIsWantedByStatusOrByCode() async throws {
    let byStatus = client(.json(#"{"code": 7, "message": "Sign in."}"#, status: 401))
    let byCode = client(.json(#"{"code": 7, "message": "Sign in."}"#)) { $0.signedOutCodes = ["7"] }
    for client in [byStatus, byCode] {
      #expect(await failure { try await client.send(account) } == Failure(.signedOut, message: "Sign in."))
      let error = await #expect(throws: RequestError.self) { try await client.send(account) }
      #expect(error?.reason == .signedOut)
    }
  }

  @Test func whatIsNoEnvelopeIsLeftToTheStatus() async throws {
    for text in ["<html>", "", "[1]", #"{"error": "x"}"#] {
      let failed = await failure { [client = client(.json(text, status: 404))] in try await client.send(account) }
      #expect(failed == Failure(.server(status: 404)), "\(text)")
    }
    #expect(await failure { try await client(.json("<html>")).send(account) }?.kind == .unreadable)
    #expect(await failure { try await client(.json("<html>")).send(.delete("/")) }?.kind == .unreadable)
    try await client(.status(204)).send(.delete("/"))
  }

  @Test func anotherServersAnswerIsReadAsItIs() async throws {
    let plain = account.decoded(by: PlainJSON())
    #expect(try await client(.json(#"{"id": "ann", "name": "Ann"}"#)).send(plain) == ann)
    #expect(try await client(.json(#"{"id": "ann", "name": "Ann"}"#)).send(plain.map(\.name)) == "Ann")
    #expect(try await client(.json(#"{"code": 9}"#)).send(.raw(.get, "/")).text == #"{"code": 9}"#)
    #expect(try await client(.json(#"{"code": 9}"#)).send(.text("/")) == #"{"code": 9}"#)
  }

  @Test func anErrorInsideNamesItsPlaceInTheWholeDocument() async throws {
    let client = client(.json(#"{"code": 0, "data": {"id": "ann"}}"#))
    let error = await #expect(throws: RequestError.self) { try await client.send(account) }
    #expect(error?.reason == .unreadable)
    #expect((error?.underlying as? MappingError)?.path == "data.name")
  }

  // A screen can show in debug what was repaired.
  @Test func theClientsEventsTellWhatWasRepaired() async throws {
    let events = UpdateSource<[RequestEvent]>([])
    let client = client(
      .json(#"{"code": "0", "data": {"id": 7, "name": "Ann"}}"#), inner: MappingDecoder(.lenient),
      onEvent: { event in events.update { $0.append(event) } })
    #expect(try await client.send(account).id == "7")
    let repaired = try #require(events.value.dropFirst().first)
    guard case .repaired(let count, let report) = repaired.step else { throw Failure(.unexpected) }
    #expect(count == 1)
    #expect((report as? MappingReport)?.repairs.map(\.path) == ["data.id"])
    #expect((report as? MappingReport)?.repairs.map(\.kind) == [.numberAsString])
    #expect("\(repaired)".hasSuffix("repaired(1)"), "the report may hold pieces of the answer")
    #expect(repaired.number == events.value[0].number)
  }

  @Test func whatNeedsNoRepairIsNotTold() async throws {
    let events = UpdateSource<[RequestEvent]>([])
    let client = client(
      .json(answer), inner: MappingDecoder(.lenient), onEvent: { event in events.update { $0.append(event) } })
    _ = try await client.send(account)
    #expect(events.value.count == 2)
  }
}
