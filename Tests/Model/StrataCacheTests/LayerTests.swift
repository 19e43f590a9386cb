// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import Testing

@Suite(.timeLimit(.minutes(1))) struct LayerTests {
  // Field reports C: the caller of a 304 gets the stored body, the new fields, and knows
  @Test func aThreeOhFourGivesTheStoredBody() async throws {
    let world = World()
    world.serve(.answers("1", ["ETag": "\"a\"", "A": "1", "Cache-Control": "max-age=10"]))
    _ = await world.ask()
    world.time.advance(20)
    world.serve(.replies { _ in .status(304, headers: ["A": "2", "Cache-Control": "max-age=100"]) })
    let answer = try await world.client.send(.raw(.get, "/b"))
    #expect(answer.status == 200 && answer.text == "1" && answer.origin == .revalidated)
    #expect(answer.headers["A"] == "2" && answer.headers["ETag"] == "\"a\"")
    #expect(world.transport.requests.last?.headers["If-None-Match"] == "\"a\"")
    world.time.advance(99)
    await world.restart()
    #expect(await world.ask() == "1 cache")
  }

  // The cache works a request's place out once, but a redirect leads to another one.
  @Test func aRedirectedAnswerIsKeptUnderItsOwnAddress() async {
    let world = World()
    let target = Locked("/new")
    world.serve(
      .replies { request in
        let path = request.url.path()
        guard path == "/old" else { return .data(Data(path.utf8), headers: ["Cache-Control": "max-age=100"]) }
        return .status(302, headers: ["Location": target.withLock { $0 }])
      })
    #expect(await world.ask(.http, "/old") == "/new network")
    #expect(await world.ask(.http, "/new") == "/new cache")
    target.withLock { $0 = "/other" }
    #expect(await world.ask(.http, "/old") == "/other network")
  }

  // RFC 9111 section 4.3.5; what the server said is another now is no answer by any rule, until it was asked
  @Test func whatHeadFoundChangedStandsInForNothing() async {
    let world = World { $0.staleIfError = .seconds(3_600) }
    for control in ["max-age=10", "max-age=10, must-revalidate"] {
      world.serve(.answers("1", ["ETag": "\"a\"", "Cache-Control": control]))
      _ = await world.ask(.reload)
      world.time.advance(20)
      world.serve(.answers("", ["ETag": "\"b\"", "Cache-Control": control]))
      _ = await world.result(.raw(.head, "/b"))
      world.serve(.status(503))
      #expect(await world.ask() == "server(status: 503)")
      #expect(await world.ask(.cacheElseNetwork(maxAge: .seconds(1_000))) == "server(status: 503)")
    }
  }

  // RFC 9111 section 4.4: the server may have done what it was asked, whoever got the end of its answer
  @Test(arguments: [TransportError.Kind.interrupted, .malformed, .unreachable])
  func aWriteWhoseAnswerIsCutOffForgets(kind: TransportError.Kind) async {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=100"]))
    _ = await world.ask()
    world.serve(.replies { _ in .failure(kind) })
    _ = await world.result(.raw(.put, "/b"))
    // What never left has changed nothing.
    #expect(await world.ask(.cacheOnly) == (kind == .unreachable ? "1 cache" : "notCached"))
  }

  // RFC 9111 section 4.3.4: a 304 with another strong tag is no update; the whole is asked for
  @Test func aThreeOhFourAboutSomethingElseIsAskedAgain() async {
    let world = World()
    world.serve(.answers("1", ["ETag": "\"a\""]))
    _ = await world.ask()
    world.serve(
      .replies { request in
        request.headers["If-None-Match"] == nil ? .json("2") : .status(304, headers: ["ETag": "\"b\""])
      })
    #expect(await world.ask() == "2 network")
  }

  @Test func aCallersOwnConditionIsAnsweredAsItsOwn() async throws {
    let world = World()
    world.serve(.answers("1", ["ETag": "\"a\"", "Cache-Control": "max-age=10"]))
    _ = await world.ask()
    func ask(_ tag: String) async throws -> Answer {
      try await world.client.send(.raw(.get, "/b", headers: ["If-None-Match": tag]))
    }
    #expect(try await ask("\"a\"").status == 304)
    #expect(try await ask("\"b\"").text == "1")
    #expect(world.calls == 1)
    world.time.advance(20)
    world.serve(.replies { _ in .status(304, headers: ["ETag": "\"b\""]) })
    #expect(try await ask("\"b\"").status == 304)
    #expect(world.transport.requests.last?.headers["If-None-Match"] == "\"b\", \"a\"")
  }

  // RFC 5861 section 4; design: it answers after retry gave up
  @Test(arguments: [World.Server.offline, .status(500), .status(502), .status(503), .status(504)])
  func staleIfErrorStandsIn(server: World.Server) async {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=10, stale-if-error=60"]))
    _ = await world.ask()
    world.time.advance(70)
    world.serve(server)
    #expect(await world.ask() == "1 stale")
    world.time.advance(1)
    #expect(await world.ask() != "1 stale")
  }

  @Test func otherErrorsAreTheServersAnswer() async {
    let world = World { $0.staleIfError = .seconds(1_000) }
    world.serve(.answers("1", ["Cache-Control": "max-age=10"]))
    _ = await world.ask()
    world.time.advance(20)
    world.serve(.status(404))
    #expect(await world.ask() == "server(status: 404)")
    world.serve(.offline)
    #expect(await world.ask() == "1 stale")
  }

  // RFC 5861 section 3
  @Test func staleWhileRevalidateAsksOnceBesideTheRequests() async {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=10, stale-while-revalidate=60"]))
    _ = await world.ask()
    world.time.advance(20)
    let (asked, answers) = (Latch(), Latch())
    world.serve(
      .replies { _ in
        asked.open()
        await answers.wait()
        return .data(Data("2".utf8), headers: ["Cache-Control": "max-age=10"])
      })
    #expect(await world.ask() == "1 stale")
    await asked.wait()
    for _ in 0..<5 { #expect(await world.ask() == "1 stale") }
    answers.open()
    await world.cache.settled()
    #expect(await world.ask() == "2 cache")
    #expect(world.calls == 2)
  }

  // L1-20, field reports C (dedupe)
  @Test func concurrentRequestsOnAColdCacheMakeOneTrip() async throws {
    let world = World()
    let (asked, answers) = (Latch(), Latch())
    world.serve(
      .replies { _ in
        asked.open()
        await answers.wait()
        return .data(Data("1".utf8), headers: ["Cache-Control": "max-age=10"])
      })
    let client = world.client
    let tasks = (0..<50).map { _ in Task { try await client.send(.text("/b")) } }
    await asked.wait()
    answers.open()
    for task in tasks { #expect(try await task.value == "1") }
    #expect(world.calls == 1)
    #expect(try await world.cache.statistics().answers == 1)
  }

  // RFC 9111 section 4.1
  @Test func everyVariantIsKept() async {
    let world = World()
    for language in ["en", "de", "fr"] {
      world.serve(.answers(language, ["Vary": "Accept-Language", "Cache-Control": "max-age=60"]))
      #expect(await world.ask(headers: ["Accept-Language": language]) == "\(language) network")
    }
    await world.restart()
    for language in ["en", "de", "fr"] {
      #expect(await world.ask(headers: ["Accept-Language": language]) == "\(language) cache")
    }
    #expect(await world.ask(headers: ["Accept-Language": "it"]) == "fr network")
    #expect(await world.ask() == "fr network")
  }

  // RFC 9111 section 4.4
  @Test func aWriteInvalidatesWhatItChanged() async {
    let world = World()
    let fresh: Headers = ["Cache-Control": "max-age=60"]
    world.serve(.answers("1", fresh))
    for path in ["/b", "/b?x=1", "/c", "/d"] { _ = await world.ask(.http, path) }
    world.serve(.answers("2", fresh.merging(["Location": "/c", "Content-Location": "http://other.test/d"])))
    _ = await world.result(.raw(.post, "/b"))
    #expect(await world.ask(.http, "/b?x=1") == "1 cache")
    #expect(await world.ask(.http, "/d") == "1 cache")
    #expect(await world.ask(.http, "/b") == "2 network")
    #expect(await world.ask(.http, "/c") == "2 network")
    world.serve(.status(500))
    _ = await world.result(.raw(.delete, "/b"))
    #expect(await world.ask(.http, "/b") == "2 cache")
  }

  @Test func anInvalidationSurvivesARestart() async {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=60"]))
    _ = await world.ask()
    await world.cache.settled()
    _ = await world.result(.raw(.put, "/b"))
    await world.restart()
    #expect(await world.ask(.cacheOnly) == "notCached")
  }

  @Test func whatWasAskedBeforeAWriteIsNotKept() async {
    let world = World()
    let (asked, answers) = (Latch(), Latch())
    world.serve(
      .replies { request in
        guard request.method == .get else { return .status(204) }
        asked.open()
        await answers.wait()
        return .data(Data("old".utf8), headers: ["Cache-Control": "max-age=60"])
      })
    let reading = Task { await world.ask() }
    await asked.wait()
    _ = await world.result(.raw(.post, "/b"))
    answers.open()
    #expect(await reading.value == "old network")
    #expect(await world.ask(.cacheOnly) == "notCached")
  }

  // RFC 9111 section 4.3.5
  @Test func headIsAnsweredByGetAndUpdatesIt() async throws {
    let world = World()
    let headers: Headers = ["Cache-Control": "max-age=10", "ETag": "\"a\"", "A": "1"]
    world.serve(.answers("1", headers))
    _ = await world.ask()
    let head = try await world.client.send(.raw(.head, "/b"))
    #expect(head.origin == .cache && head.body.isEmpty && head.headers["A"] == "1")
    world.time.advance(20)
    world.serve(.answers("", headers.merging(["A": "2"])))
    #expect(try await world.client.send(.raw(.head, "/b")).origin == .network)
    #expect(try await world.client.send(.raw(.get, "/b")).headers["A"] == "2")
    #expect(world.calls == 2)
    world.time.advance(20)
    world.serve(.answers("", headers.merging(["ETag": "\"b\""])))
    _ = try await world.client.send(.raw(.head, "/b"))
    #expect(await world.ask() == " network")
  }

  // RFC 9110 section 14, RFC 9111 section 3.3
  @Test func rangesAreCutOutOfWhatIsStored() async throws {
    let world = World()
    world.serve(.answers("0123456789", ["Cache-Control": "max-age=60", "Content-Length": "10"]))
    _ = await world.ask()
    let part = try await world.client.send(.raw(.get, "/b", headers: ["Range": "bytes=2-4"]))
    #expect(part.status == 206 && part.text == "234" && part.headers["Content-Range"] == "bytes 2-4/10")
    #expect(part.headers["Content-Length"] == "3")
    #expect(await world.ask() == "0123456789 cache")
    for range in ["bytes=0-1,4-5", "bytes=20-", "pages=1-2"] {
      _ = try await world.client.send(.raw(.get, "/b", headers: ["Range": range]))
    }
    #expect(world.calls == 4)
  }

  @Test func interceptorsAndEventsSeeHits() async throws {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=60"]))
    let seen = Locked<[String]>([])
    let client = Client(site, transport: world.transport) {
      $0.cache = world.cache
      $0.interceptors = [.incoming { response in seen.withLock { $0.append("layer \(response.origin)") } }]
      $0.onEvent = { event in
        if case .finished(_, _, let origin, _) = event.step { seen.withLock { $0.append("event \(origin)") } }
      }
    }
    for _ in 0..<2 { _ = try await client.send(.text("/b")) }
    #expect(seen.withLock { $0 } == ["layer network", "event network", "layer cache", "event cache"])
  }

  // RFC 9111 sections 4 and 5.1
  @Test func ageIsSaidAndGrows() async throws {
    let world = World()
    world.serve(.answers("1", ["Cache-Control": "max-age=100", "Age": "30", "Date": HTTPDate.text(world.time.now)]))
    _ = await world.ask()
    world.time.advance(12)
    let answer = try await world.client.send(.raw(.get, "/b"))
    #expect(answer.headers.values(of: "Age") == ["42"])
  }

  @Test func aBrokenBodyIsNotKept() async {
    let world = World()
    world.serve(
      .replies { _ in
        let chunks = Locked(3)
        return .response(
          TransportResponse(
            status: 200, headers: ["Cache-Control": "max-age=60"],
            body: ResponseBody {
              let left = chunks.withLock { chunks in
                chunks -= 1
                return chunks
              }
              guard left > 0 else { throw TransportError(.interrupted, "scripted") }
              return Data("part".utf8)
            }))
      })
    #expect(await world.ask() == "offline")
    #expect(await world.ask(.cacheOnly) == "notCached")
  }
}
