// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ClientTests {
  @Test(arguments: [
    (404, RequestError.Reason.server(status: 404), Failure.Kind.server(status: 404)),
    (500, .server(status: 500), .server(status: 500)), (401, .signedOut, .signedOut),
    (304, .server(status: 304), .server(status: 304)),
  ])
  func statusesOutsideTheRuleAreErrorsWithTheAnswer(
    status: Int, reason: RequestError.Reason, kind: Failure.Kind
  ) async throws {
    let client = Client(site, transport: ScriptedTransport(.json(#"{"error": "why"}"#, status: status)))
    let error = try #require(await failure(client, .get("/b", returning: Book.self)))
    #expect(error.reason == reason)
    #expect(Failure(error).kind == kind)
    #expect(error.answer?.text == #"{"error": "why"}"#)
    #expect(error.description.hasPrefix("GET http://books.test/api/b: "))
  }

  @Test(arguments: [
    (TransportError.Kind.unreachable, RequestError.Reason.offline, Failure.Kind.offline),
    (.interrupted, .offline, .offline), (.timedOut, .timedOut, .timedOut), (.untrusted, .untrusted, .unexpected),
    (.malformed, .unreadable, .unreadable), (.invalidRequest, .invalidRequest, .unexpected),
  ])
  func everyKindOfTransportErrorHasAReason(
    kind: TransportError.Kind, reason: RequestError.Reason, shown: Failure.Kind
  ) async throws {
    let client = Client(site, transport: ScriptedTransport(.failure(kind)))
    let error = try #require(await failure(client, .post("/b")))
    #expect(error.reason == reason)
    #expect(Failure(error).kind == shown)
  }

  // L2-09
  @Test func aRequestMayAcceptOtherStatuses() async throws {
    let client = Client(site, transport: ScriptedTransport(.status(404), .status(200), .status(500)))
    try await client.send(Request.sending(.get, "/").accepting { $0 == 404 })
    #expect(await reason(client, Request.sending(.get, "/").accepting { $0 == 404 }) == .server(status: 200))
    #expect(try await client.send(.raw(.get, "/")).status == 500)
  }

  @Test func decodingErrorsNameThePlaceAndNotTheValue() async throws {
    let client = Client(site, transport: ScriptedTransport(.json(#"[{"id": 1, "title": "a"}, {"id": "hush"}]"#)))
    let error = try #require(await failure(client, .get("/b", returning: [Book].self)))
    #expect(error.reason == .unreadable)
    #expect(error.detail == "no Int at [1].id")
    #expect(!error.description.contains("hush"))
  }

  @MainActor @Test func decodingIsOffTheMainActor() async throws {
    struct Probe: Decodable, Sendable {
      let isMain: Bool
      init(from decoder: any Decoder) throws { isMain = Thread.isMainThread }
    }
    let client = Client(site, transport: ScriptedTransport(.json("{}")))
    #expect(try await client.send(.get("/", returning: Probe.self)).isMain == false)
  }

  @Test func textsHoldNoSecret() async throws {
    let client = Client(
      try #require(URL(string: "http://user:pw@books.test")), transport: ScriptedTransport(.failure(.unreachable))
    ) {
      $0.headers["Authorization"] = "Bearer hush"
      $0.secretParameters.insert("pin")
    }
    let request = Request.sending(.get, "/b", query: ["q": "x", "token": "hush", "PIN": 1234, "s": Secret("hush")])
    let error = try #require(await failure(client, request))
    #expect(error.url == "http://books.test/b?q=x&token=***&PIN=***&s=***")
    #expect(!"\(error)".contains("hush") && !"\(error)".contains("1234") && !"\(error)".contains("pw"))
  }

  @Test func anAnswerLargerThanTheLimitIsRefused() async throws {
    let client = Client(site, transport: ScriptedTransport { _ in .data(Data(count: 101)) }) { $0.responseLimit = 100 }
    #expect(await reason(client, .data("/")) == .unreadable)
  }

  @Test func interceptorsSeeTheFinalRequestInOrder() async throws {
    let transport = ScriptedTransport(.json("[]"))
    let client = Client(site, transport: transport) {
      $0.interceptors = [
        .outgoing { $0.headers["X-Trace"] = "a" },
        .outgoing { $0.headers["X-Trace"] = ($0.headers["X-Trace"] ?? "") + "b " + ($0.url.query() ?? "") },
        .incoming { $0.status = 299 },
      ]
      $0.parameters = ["v": 1]
    }
    let answer = try await client.send(.raw(.get, "/"))
    #expect(answer.status == 299)
    #expect(transport.requests[0].headers["X-Trace"] == "ab v=1")
  }

  @Test func aFailureOfAnInterceptorKeepsItsKind() async throws {
    let client = Client(site, transport: ScriptedTransport()) {
      $0.interceptors = [.outgoing { _ in throw Failure(.business(code: "closed"), message: "Closed.") }]
    }
    let error = try #require(await failure(client, .get("/", returning: Book.self)))
    #expect(error.reason == .refused(code: "closed"))
    #expect(Failure(error) == Failure(.business(code: "closed"), message: "Closed."))
  }

  @Test func theWholeMayNotTakeLongerThanItsDeadline() async throws {
    let clock = ManualClock(), isCancelled = Latch()
    let client = Client(
      site,
      transport: ScriptedTransport { _ in
        await withTaskCancellationHandler {
          await isCancelled.wait()
        } onCancel: {
          isCancelled.open()
        }
        throw CancellationError()
      }
    ) { $0.clock = clock }
    async let result = reason(client, Request.sending(.get, "/").within(.seconds(5)))
    await clock.sleeps(begun: 1)
    clock.advance(by: .milliseconds(4_999))
    #expect(clock.slept == [.seconds(5)])
    clock.advance(by: .milliseconds(1))
    #expect(await result == .timedOut)
  }

  @Test func aTaskThatIsCancelledBeforeItSendsSendsNothing() async {
    let transport = ScriptedTransport()
    let client = Client(site, transport: transport)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await reason(client, .get("/", returning: Book.self))
    }
    #expect(await task.value == .cancelled)
    #expect(transport.requests.isEmpty)
  }
}
