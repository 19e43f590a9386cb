// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestBuildingTests {
  /// The URL that a request has when it leaves.
  private func url(
    _ base: String, _ request: Request<Void>, configure: (inout Client.Configuration) -> Void = { _ in }
  ) async throws -> String? {
    let transport = ScriptedTransport(.status(200))
    try await Client(try #require(URL(string: base)), transport: transport, configure: configure).send(request)
    return transport.requests.first?.url.absoluteString
  }

  // W14, L2-02
  @Test(arguments: [
    ("http://h/api", "/v2/books", "http://h/api/v2/books"),
    ("http://h/api/", "/v2/books", "http://h/api/v2/books"),
    ("http://h/api", "v2/books", "http://h/api/v2/books"),
    ("http://h", "/", "http://h/"),
    ("http://h/api", "", "http://h/api"),
    ("http://h/api", "/a?x=1", "http://h/api/a?x=1&p=2"),
    ("http://h/api", "/caf\u{E9} noir", "http://h/api/caf%C3%A9%20noir"),
    ("http://h/api", "/a%2Fb/100%", "http://h/api/a%2Fb/100%25"),
    ("http://h/api", "https://cdn.test/x", "https://cdn.test/x"),
  ])
  func joiningKeepsTheBasePath(base: String, path: String, expected: String) async throws {
    let query: Parameters = expected.contains("p=2") ? ["p": 2] : [:]
    #expect(try await url(base, .sending(.get, path, query: query)) == expected)
  }

  @Test func queryKeepsOrderLeavesNilOutAndEncodesEverything() async throws {
    enum Order: String, ParameterValue { case newest }
    let missing: String? = nil
    let query: Parameters = [
      "q": "a&b=c+d \u{E9}", "page": 2, "lang": missing, "tag": ["x", "y"], "new": true, "order": Order.newest,
    ]
    #expect(
      try await url("http://h", .sending(.get, "/s", query: query))
        == "http://h/s?q=a%26b%3Dc%2Bd%20%C3%A9&page=2&tag=x&tag=y&new=true&order=newest")
  }

  // S0-20, W13
  @Test func ownParametersAndHeadersWinOverCommonOnes() async throws {
    let transport = ScriptedTransport(.status(200), .status(200))
    let client = Client(site, transport: transport) {
      $0.headers = ["Accept": "application/json", "X-App": "1"]
      $0.parameters = ["v": 1, "lang": "en"]
    }
    try await client.send(Request.sending(.get, "/a", query: ["lang": "fr"]).header("accept", "text/plain"))
    try await client.send(.post("/a", form: ["lang": "de", "n": "x y"]))
    let sent = transport.requests
    #expect(sent[0].url.query() == "v=1&lang=fr")
    #expect(sent[0].headers["ACCEPT"] == "text/plain")
    #expect(sent[0].headers["X-App"] == "1")
    #expect(sent[1].url.query() == nil)
    #expect(sent[1].headers["Content-Type"] == "application/x-www-form-urlencoded")
    guard case .data(let body)? = sent[1].body else { return #expect(Bool(false), "no body") }
    #expect(String(decoding: body, as: UTF8.self) == "v=1&lang=de&n=x%20y")
  }

  // W15, section 4 rule 8
  @Test func aNamedHostIsChosenAndAnUnknownOneIsNamedInTheError() async throws {
    let path = try await url("http://h/api", Request.sending(.get, "/i.png").on("cdn")) {
      $0.hosts["cdn"] = URL(string: "https://cdn.test/images/")
    }
    #expect(path == "https://cdn.test/images/i.png")
    let failure = await failure(Client(site, transport: ScriptedTransport()), Request.sending(.get, "/").on("nope"))
    #expect(failure?.reason == .invalidRequest)
    #expect(failure?.detail?.contains("\"nope\"") == true)
  }

  @Test(arguments: [
    ("X-A", "a\r\nX-B: b"), ("X-A\r\nX-B", "b"), ("X A", "b"), ("", "b"), ("X-A", "\0"), ("Content-Length", "3"),
    ("Host", "evil"), ("Transfer-Encoding", "chunked"),
  ])
  func headersThatWouldBreakTheMessageNeverLeave(name: String, value: String) async {
    let transport = ScriptedTransport()
    let client = Client(site, transport: transport)
    #expect(await reason(client, Request.sending(.get, "/").header(name, value)) == .invalidRequest)
    #expect(await reason(client, .raw("GE T", "/")) == .invalidRequest)
    #expect(transport.requests.isEmpty)
  }

  @Test func headersAreCaseInsensitiveAndKeepTheirOrder() {
    var headers: Headers = ["B": "1", "a": "2", "b": "3"]
    #expect(headers["B"] == "1, 3")
    #expect(headers.values(of: "b") == ["1", "3"])
    headers["b"] = "4"
    #expect(headers.fields.map(\.name) == ["b", "a"])
    #expect(headers == ["B": "4", "A": "2"])
    headers["A"] = nil
    #expect(headers.fields.count == 1)
  }

  @Test func aValueIsSentAsJSONAndReadAsJSON() async throws {
    let transport = ScriptedTransport { request in
      guard case .data(let body)? = request.body else { return .status(400) }
      return .data(body, status: 201)
    }
    let book = Book(id: 1, title: "Swift")
    let client = Client(site, transport: transport)
    #expect(try await client.send(.post("/books", json: book, returning: Book.self)) == book)
    #expect(transport.requests[0].headers["Content-Type"] == "application/json")
    #expect(transport.requests[0].method == .post)
  }

  // Field report D: 200 or 204 with an empty body
  @Test func anEmptyBodyIsAnEmptyValueWhereTheTypeHasOne() async throws {
    let client = Client(site, transport: ScriptedTransport { _ in .status(204) })
    #expect(try await client.send(.get("/", returning: Book?.self)) == nil)
    #expect(try await client.send(.get("/", returning: [Book].self)) == [])
    #expect(await reason(client, .get("/", returning: Book.self)) == .unreadable)
    try await client.send(.delete("/"))
  }

  // W5, W11
  @Test func aRequestIsAValueThatCanBeSentAgain() async throws {
    let transport = ScriptedTransport { _ in .json("[]") }
    let client = Client(site, transport: transport)
    var request = Request<[Book]>.get("/books", query: ["page": 1])
    _ = try await client.send(request)
    request.query["page"] = 2
    _ = try await client.send(request)
    _ = try await client.send(request)
    #expect(transport.requests.map { $0.url.query() } == ["page=1", "page=2", "page=2"])
  }
}
