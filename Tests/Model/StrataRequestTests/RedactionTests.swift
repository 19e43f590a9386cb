// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

/// Every text that may reach a log, searched for every secret that was sent or received.
@Suite(.timeLimit(.minutes(1)))
struct RedactionTests {
  private static let secrets = ["hush-query", "hush-form", "hush-token", "hush-cookie", "hush-answer", "hush-user"]

  /// All texts of a value: what it says, and what a debugger shows of it.
  private func texts(_ value: Any) -> String {
    var all = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &all)
    return all
  }

  private func check(_ value: Any, _ location: SourceLocation = #_sourceLocation) {
    let text = texts(value)
    for secret in Self.secrets where text.contains(secret) {
      Issue.record("\(secret) is in: \(text)", sourceLocation: location)
    }
  }

  @Test(arguments: [
    "200 OK", "302 Found", "401 Unauthorized", "404 Not Found", "503 Busy", "half", "nothing",
  ])
  func noTextHoldsASecretHoweverARequestEnds(ending: String) async throws {
    let server = try FaultServer { connection in
      while let request = connection.readRequest() {
        if ending == "nothing" { return connection.reset() }
        if ending == "half" {
          connection.send("HTTP/1.1 200 OK\r\nSet-Cookie: s=hush-cookie\r\nContent-Length: 9\r\n\r\nx")
          return connection.reset()
        }
        let status = request.target.contains("moved") ? "200 OK" : ending
        connection.send(
          FaultServer.reply(
            #"{"id": "no"}"#, status: status, "Location: /moved?token=hush-answer", "Set-Cookie: s=hush-cookie",
            "Retry-After: 0"))
      }
    }
    for transport in [CurlTransport(), URLSessionTransport()] as [any Transporting] {
      let events = Box([RequestEvent]())
      var address = try #require(URLComponents(url: server.url(), resolvingAgainstBaseURL: false))
      (address.user, address.password) = ("me", "hush-user")
      let client = Client(try #require(address.url), transport: transport) {
        $0.headers["Cookie"] = "a=hush-cookie"
        $0.credentials = FixedCredential(credential: .bearer("hush-token"))
        $0.retry.base = .milliseconds(1)
        $0.onEvent = { event in events.change { $0.append(event) } }
      }
      check(client.inFlight)
      let requests: [Request<Book>] = [
        .get("/b", query: ["token": "hush-query", "pin": Secret("hush-query")]),
        .post("/b", form: ["password": "hush-form"]),
      ]
      for request in requests {
        let error = try #require(await failure(client, request))
        check(error)
        check(error.failure)
        if let answer = error.answer { check(answer) }
      }
      for event in events.value { check(event) }
      #expect(events.value.count >= 4)
    }
  }

  @Test func valuesThatCarrySecretsDoNotShowThem() {
    check(Credential.bearer("hush-token"))
    check(Credential.basic(user: "hush-user", password: "x"))
    check(Credential(headers: ["X-Key": "hush-token"]))
    check(Secret("hush-query"))
    check(Parameters(dictionaryLiteral: ("a", Secret("hush-query"))))
    check(ClientIdentity(pkcs12: Data("hush-token".utf8), password: "hush-token"))
    check(["Authorization": "hush-token", "cookie": "hush-cookie", "Set-Cookie": "hush-cookie"] as Headers)
    #expect("\(["Accept": "a", "Cookie": "b"] as Headers)" == "Accept: a, Cookie: ***")
    #expect("\(Answer(status: 404, body: Data(count: 3)))" == "404, 0 headers, 3 bytes")
  }
}
