// Part of Strata.
// SPDX-License-Identifier: MIT

import FaultServer
import Foundation
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
  private func to(_ location: String, _ status: Int = 302) -> ScriptedReply {
    .status(status, headers: ["Location": location])
  }

  @Test(arguments: [
    ("http://books.test/x", "http://books.test/x"), ("/x?y=1", "http://books.test/x?y=1"),
    ("x", "http://books.test/api/x"), ("../x", "http://books.test/x"), ("?q", "http://books.test/api/b?q"),
    ("//cdn.test/x", "http://cdn.test/x"), ("/caf\u{E9} x", "http://books.test/caf%C3%A9%20x"),
    ("/a%2Fb", "http://books.test/a%2Fb"),
  ])
  func locationIsResolvedAgainstTheRequest(location: String, expected: String) async throws {
    let transport = ScriptedTransport(to(location), .status(200))
    try await Client(site, transport: transport).send(.sending(.get, "/b"))
    #expect(transport.requests[1].url.absoluteString == expected)
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (302, "PUT", "PUT"),
    (307, "POST", "POST"), (308, "POST", "POST"), (303, "HEAD", "HEAD"),
  ])
  func methodAndBodyAreKeptOrDroppedByStatus(status: Int, verb: String, after: String) async throws {
    let transport = ScriptedTransport(to("/x", status), .status(200))
    let body: RequestBody = verb == "HEAD" ? .none : .data(Data("pay".utf8), contentType: "text/plain")
    _ = try await Client(site, transport: transport).send(.raw(HTTPMethod(rawValue: verb), "/b", body: body))
    let second = transport.requests[1]
    #expect(second.method.rawValue == after)
    #expect((second.body != nil) == (after == verb && verb != "HEAD"))
    #expect((second.headers["Content-Type"] != nil) == (second.body != nil))
  }

  @Test func aBodyArrivesOnceAtTheEndOf307() async throws {
    let server = try FaultServer.answering { request in
      request.target == "/b"
        ? FaultServer.reply(status: "307 Temporary Redirect", "Location: /x") : FaultServer.reply(request.text)
    }
    let answer = try await Client(server.url()).send(
      .raw(.post, "/b", body: .data(Data("pay".utf8), contentType: "text/plain")))
    #expect(answer.text == "pay")
  }

  @Test(arguments: [
    ("http://books.test/x", true), ("http://BOOKS.test:80/x", true), ("http://evil.test/x", false),
    ("http://books.test:8080/x", false), ("https://books.test/x", false),
  ])
  func credentialsStayHome(location: String, areSent: Bool) async throws {
    let transport = ScriptedTransport(to(location), .status(200))
    let client = Client(site, transport: transport) {
      $0.headers = ["Authorization": "a", "Cookie": "c", "X-Plain": "p"]
      $0.credentials = FixedCredential(credential: Credential(headers: ["X-Key": "k"]))
    }
    try await client.send(.sending(.get, "/b"))
    let headers = transport.requests[1].headers
    for name in ["Authorization", "Cookie", "X-Key"] { #expect((headers[name] != nil) == areSent) }
    #expect(headers["X-Plain"] == "p")
  }

  @Test func aLoopEndsAfterTen() async throws {
    let transport = ScriptedTransport { _ in .status(302, headers: ["Location": "/b"]) }
    #expect(await reason(Client(site, transport: transport), .sending(.get, "/b")) == .unreadable)
    #expect(transport.requests.count == 11)
  }

  @Test func fromHTTPSToHTTPIsRefused() async throws {
    let transport = ScriptedTransport(to("http://books.test/"))
    let client = Client(try #require(URL(string: "https://books.test")), transport: transport)
    #expect(await reason(client, .sending(.get, "/b")) == .untrusted)
  }

  @Test func toAnotherSchemeIsRefusedAndNoLocationIsAnAnswer() async throws {
    let client = Client(site, transport: ScriptedTransport(to("file:///etc/passwd"), .status(302), .status(304)))
    #expect(await reason(client, .sending(.get, "/b")) == .unreadable)
    #expect(try await client.send(.raw(.get, "/b")).status == 302)
    #expect(try await client.send(.raw(.get, "/b")).status == 304)
  }
}

struct FixedCredential: CredentialProviding {
  let credential: Credential
  func credential() async throws -> Credential? { credential }
  func refresh(_ old: Credential) async throws -> Credential { old }
}
