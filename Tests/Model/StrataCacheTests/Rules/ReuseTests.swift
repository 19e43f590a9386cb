// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import Testing

private let now = Date(timeIntervalSince1970: 1_790_000_000)

@Suite(.timeLimit(.minutes(1))) struct ReuseTests {
  private func stored(_ control: String, status: Int = 200, received: Double = 0) -> StoredResponse {
    StoredResponse(
      status: status, headers: ["Cache-Control": control], body: Data(), asked: now + received,
      received: now + received, selectors: [], version: "", guess: Heuristics())
  }

  private func request(_ headers: Headers = [:], _ policy: CachePolicy = .http) throws -> TransportRequest {
    var request = TransportRequest(.get, try #require(URL(string: "http://a.test/")), headers: headers)
    request.options.cache = policy
    return request
  }

  // RFC 9111 sections 4.2 and 5.2, RFC 5861 section 3
  @Test(
    arguments: [
      ("max-age=60", nil, 59, .use(.cache)), ("max-age=60", nil, 60, .ask), ("max-age=60", nil, -1, .ask),
      ("max-age=60, no-cache", nil, 0, .ask), ("max-age=60, no-cache=\"a\"", nil, 0, .use(.cache)),
      ("max-age=60", "no-cache", 0, .ask), ("max-age=60", "max-age=0", 0, .ask), ("max-age=60", "max-age=10", 11, .ask),
      ("max-age=60", "max-age=10", 10, .use(.cache)), ("max-age=60", "min-fresh=30", 30, .use(.cache)),
      ("max-age=60", "min-fresh=30", 31, .ask), ("max-age=60", "max-stale", 1_000, .use(.stale)),
      ("max-age=60", "max-stale=10", 70, .use(.stale)), ("max-age=60", "max-stale=10", 71, .ask),
      ("max-age=60, must-revalidate", "max-stale", 61, .ask), ("max-age=60", "max-stale=x", 61, .ask),
      ("max-age=60, stale-while-revalidate=10", nil, 70, .useAndRefresh),
      ("max-age=60, stale-while-revalidate=10", nil, 71, .ask),
      ("max-age=60, stale-while-revalidate=10, must-revalidate", nil, 70, .ask), ("", nil, 0, .ask),
    ] as [(String, String?, Double, Verdict)])
  func http(control: String, wish: String?, age: Double, verdict: Verdict) throws {
    let request = try request(wish.map { ["Cache-Control": $0] } ?? [:])
    #expect(Reuse.verdict(stored(control), request, at: now + age) == verdict)
  }

  // RFC 9111 section 5.4
  @Test func pragmaCountsWhereNothingNewerIsSaid() throws {
    #expect(Reuse.verdict(stored("max-age=60"), try request(["Pragma": "no-cache"]), at: now) == .ask)
    let both: Headers = ["Pragma": "no-cache", "Cache-Control": "max-stale"]
    #expect(Reuse.verdict(stored("max-age=60"), try request(both), at: now) == .use(.cache))
  }

  // L1-20, L2-14: the rules of the app, with the clock set back
  @Test(
    arguments: [
      (.networkOnly, "max-age=60", 0, .ask), (.reload, "max-age=60", 0, .ask),
      (.cacheElseNetwork(maxAge: .seconds(10)), "max-age=0", 10, .use(.cache)),
      (.cacheElseNetwork(maxAge: .seconds(10)), "max-age=60", 11, .ask),
      (.cacheElseNetwork(maxAge: .seconds(10)), "", -1, .ask),
      (.cacheElseNetwork(maxAge: .zero), "max-age=60", 0, .ask),
      (.cacheElseNetwork(maxAge: .seconds(Int64.max)), "", 1_000_000_000, .use(.cache)),
      (.cacheThenNetwork(maxAge: .seconds(10)), "", 10, .use(.cache)),
      (.cacheThenNetwork(maxAge: .seconds(10)), "", 11, .ask),
      (.cacheOnly, "max-age=60", 59, .use(.cache)), (.cacheOnly, "max-age=60", 61, .use(.stale)),
      (.cacheOnly, "", 1_000_000_000, .use(.stale)), (.cacheOnly, "max-age=60", -86_400, .use(.stale)),
    ] as [(CachePolicy, String, Double, Verdict)])
  func app(policy: CachePolicy, control: String, age: Double, verdict: Verdict) throws {
    #expect(Reuse.verdict(stored(control), try request([:], policy), at: now + age) == verdict)
  }

  @Test func theAppsRulesTakeSuccessesOnly() throws {
    let failed = stored("", status: 404)
    #expect(Reuse.verdict(failed, try request([:], .cacheElseNetwork(maxAge: .seconds(10))), at: now) == .ask)
    #expect(Reuse.verdict(failed, try request([:], .cacheOnly), at: now) == .ask)
  }

  // RFC 5861 section 4, RFC 9111 section 4.2.4
  @Test(
    arguments: [
      ("max-age=60, stale-if-error=10", nil, 0, 70, true), ("max-age=60, stale-if-error=10", nil, 0, 71, false),
      ("max-age=60", "stale-if-error=10", 0, 70, true), ("max-age=60", nil, 0, 61, false),
      ("max-age=60", nil, 10, 70, true),
      ("max-age=60, must-revalidate, stale-if-error=10", nil, 0, 61, false),
      ("max-age=60, no-cache, stale-if-error=10", nil, 0, 61, false),
      ("max-age=60, stale-if-error=10", nil, 0, -86_400, false),
    ] as [(String, String?, Int, Double, Bool)])
  func standsIn(control: String, wish: String?, allowed: Int, age: Double, expected: Bool) throws {
    let request = try request(wish.map { ["Cache-Control": $0] } ?? [:])
    let answer = Reuse.standsInForError(stored(control), request, at: now + age, allowed: .seconds(allowed))
    #expect(answer == expected)
  }

  @Test func anAgeGrowsWithTheClockAndNeverShrinks() {
    let old = stored("max-age=60")
    #expect(old.age(at: now + 10) == 10)
    #expect(old.age(at: now - 86_400) == 0)
    #expect(old.isFromFuture(at: now - 1))
  }
}
