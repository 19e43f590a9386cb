// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataScripted
import StrataTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct EventTests {
  @Test func everyStepIsToldAndNoneHoldsASecret() async throws {
    let events = Box([RequestEvent]())
    let transport = ScriptedTransport(
      .status(302, headers: ["Location": "/moved?token=hush2"]), .status(503, headers: ["Retry-After": "0"]),
      .status(401), .status(302, headers: ["Location": "/end"]), .json("[]", headers: ["Set-Cookie": "hush"]),
      .failure(.malformed))
    let client = Client(site, transport: transport) {
      $0.onEvent = { event in events.change { $0.append(event) } }
      $0.headers = ["Cookie": "hush", "X-Key": "hush"]
      $0.credentials = FixedCredential(credential: .basic(user: "hush", password: "hush"))
    }
    let request = Request<[Book]>.get("/b", query: ["q": 1, "pin": Secret("hush"), "password": "hush"]).tagged("list")
    _ = try await client.send(request)
    #expect(await reason(client, request) == .unreadable)
    let steps = events.value.map { "\($0.step)".prefix { $0 != "(" } }
    #expect(
      steps == [
        "started", "redirected", "willRetry", "willRefreshCredential", "redirected", "finished", "started", "failed",
      ])
    #expect(events.value.map(\.number) == [1, 1, 1, 1, 1, 1, 2, 2])
    #expect(events.value.allSatisfy { $0.tags == ["list"] })
    #expect(events.value[0].url == "http://books.test/api/b?q=1&pin=***&password=***")
    let credential = Data("hush:hush".utf8).base64EncodedString()
    for event in events.value {
      var text = ""
      dump(event, to: &text)
      #expect(!"\(event)".contains("hush") && !"\(event)".contains(credential))
    }
  }

  // W16
  @Test func requestsAreListedAndCancelledByTag() async throws {
    let transport = ScriptedTransport { request in
      try await Gate().pass()
      return .status(200)
    }
    let client = Client(site, transport: transport)
    let a = Task { await reason(client, Request.text("/a", query: ["token": "hush"]).tagged("cart", "x")) }
    while client.inFlight.count < 1 { await Task.yield() }
    let b = Task { await reason(client, Request.text("/b").tagged("list")) }
    while client.inFlight.count < 2 { await Task.yield() }
    #expect(client.inFlight.map(\.url) == ["http://books.test/api/a?token=***", "http://books.test/api/b"])
    #expect(client.inFlight.map(\.tags) == [["cart", "x"], ["list"]])
    client.cancel(tag: "cart")
    #expect(await a.value == .cancelled)
    #expect(client.inFlight.count == 1)
    client.cancelAll()
    #expect(await b.value == .cancelled)
    #expect(client.inFlight.isEmpty)
  }

  @Test func aTaskThatIsCancelledMayAskWhatIsUnderWay() async throws {
    let clients = Box<[Client]>([]), seen = Box<[Int]>([])
    let transport = ScriptedTransport { _ in
      try await withTaskCancellationHandler {
        try await Gate().pass()
        return .status(200)
      } onCancel: {
        let count = clients.value.first?.inFlight.count ?? 0
        seen.change { $0.append(count) }
      }
    }
    let client = Client(site, transport: transport)
    clients.change { $0 = [client] }
    let task = Task { await reason(client, Request.text("/a").tagged("cart")) }
    while transport.requests.isEmpty { await Task.yield() }
    client.cancel(tag: "cart")
    #expect(await task.value == .cancelled)
    #expect(seen.value == [1])
    clients.change { $0 = [] }
  }
}
