// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataRequest
import Testing

private let now = Date(timeIntervalSince1970: 1_790_000_000)
private func http(_ seconds: Double) -> String { HTTPDate.text(now + seconds) }

@Suite(.timeLimit(.minutes(1))) struct FreshnessTests {
  private func lifetime(_ headers: Headers, status: Int = 200) -> Double {
    Freshness.lifetime(status: status, headers, CacheControl(headers), received: now, guess: Heuristics())
  }

  // RFC 9111 section 4.2.1: max-age before Expires, Expires less Date; s-maxage is for shared caches
  @Test func theServerSaysHowLong() {
    #expect(lifetime(["Cache-Control": "max-age=60", "Expires": http(3_600)]) == 60)
    #expect(lifetime(["Cache-Control": "s-maxage=600, max-age=60"]) == 60)
    #expect(lifetime(["Cache-Control": "s-maxage=600"]) == 0)
    #expect(lifetime(["Expires": http(3_600), "Date": http(100)]) == 3_500)
    #expect(lifetime(["Expires": http(3_600)]) == 3_600)
    #expect(lifetime(["Expires": http(-60), "Date": http(0)]) == -60)
  }

  // RFC 9111 section 5.3: an invalid Expires, 0 above all, lies in the past; of two the first counts
  @Test func wrongDatesAreInThePast() {
    #expect(lifetime(["Expires": "0", "Last-Modified": http(-86_400)]) == 0)
    #expect(lifetime(["Expires": "tomorrow"]) == 0)
    #expect(lifetime(["Expires": http(60), "expires": http(3_600), "Date": http(0)]) == 60)
    #expect(lifetime(["Expires": "0", "Cache-Control": "max-age=60"]) == 60)
  }

  // RFC 9111 section 4.2.2
  @Test func aGuessIsATenthOfTheTimeSinceTheLastChange() {
    let day: Headers = ["Last-Modified": http(-86_400), "Date": http(0)]
    #expect(lifetime(day) == 8_640)
    for status in [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501] {
      #expect(lifetime(day, status: status) == 8_640)
    }
    for status in [201, 202, 302, 303, 307, 400, 403, 500, 502, 503, 504, 599] {
      #expect(lifetime(day, status: status) == 0)
    }
    #expect(lifetime(day.merging(["Cache-Control": "public"]), status: 599) == 8_640)
    #expect(lifetime(["Last-Modified": http(-1_000_000_000), "Date": http(0)]) == 7 * 86_400)
    #expect(lifetime(["Last-Modified": http(100), "Date": http(0)]) == 0)
    #expect(lifetime(["Last-Modified": "yesterday"]) == 0)
    #expect(lifetime(["Cache-Control": "public"]) == 0)
    #expect(lifetime([:]) == 0)
  }

  // RFC 9111 section 4.2.3
  @Test func anAgeIsWhatTheClocksOrTheFieldSay() {
    func age(_ headers: Headers, asked: Double = 0) -> Double {
      Age.initial(headers, asked: now + asked, received: now)
    }
    #expect(age([:]) == 0)
    #expect(age(["Date": http(-30)]) == 30)
    #expect(age(["Date": http(30)]) == 0)
    #expect(age(["Age": "20"], asked: -5) == 25)
    #expect(age(["Age": "20", "Date": http(-100)], asked: -5) == 100)
    #expect(age(["Age": "7200, 0"]) == 7_200)
    #expect(age(["Age": "0", "age": "7200"]) == 0)
    for wrong in ["abc", "7200.0", "-7200", "", "7200;a=1", "1 2"] { #expect(age(["Age": wrong]) == 0) }
    #expect(age(["Age": "2147483649"]) == 2_147_483_648)
    // A clock that was set back between question and answer makes no negative age.
    #expect(age([:], asked: 86_400) == 0)
  }

  // RFC 9111 section 3
  @Test(arguments: [
    (200, "no-store", true), (200, "No-Store, max-age=60", true), (200, "max-age=60", false), (200, "private", false),
    (200, "no-cache", false), (304, "max-age=60", true), (199, "max-age=60", true), (599, "max-age=60", false),
    (200, "no-store, must-understand", false), (599, "max-age=60, no-store, must-understand", true),
  ]) func whatMayNotBeKept(status: Int, control: String, isForbidden: Bool) {
    let headers: Headers = ["Cache-Control": control]
    #expect(Storability.isForbidden(status: status, headers, CacheControl(headers)) == isForbidden)
  }

  // RFC 9111 section 4.1: a Vary of * never matches
  @Test(arguments: ["*", "*, *", ", *", "Foo, *"]) func aStarIsNeverKept(vary: String) {
    #expect(Storability.isForbidden(status: 200, ["Vary": vary], CacheControl([:])))
  }

  @Test func whatIsWorthKeeping() {
    func isAllowed(_ headers: Headers, _ status: Int = 200) -> Bool {
      Storability.isAllowed(status: status, headers, CacheControl(headers))
    }
    #expect(!isAllowed([:]))
    #expect(isAllowed(["Cache-Control": "max-age=60"], 499))
    #expect(isAllowed(["Expires": "0"], 503))
    #expect(isAllowed(["ETag": "\"a\""]))
    #expect(isAllowed(["Last-Modified": http(-1)], 404))
    #expect(!isAllowed(["ETag": "\"a\""], 500))
    #expect(!isAllowed(["Cache-Control": "public"]))
  }

  // RFC 9111 section 3.1, RFC 9110 section 7.6.1
  @Test func fieldsOfTheConnectionAreNotKept() {
    let headers: Headers = [
      "Connection": "a, B", "a": "1", "b": "2", "c": "3", "Keep-Alive": "x", "TE": "x", "Upgrade": "x",
      "Transfer-Encoding": "chunked", "Proxy-Authenticate": "x", "Set-Cookie": "a=b", "Set-Cookie": "c=d",
      "Cache-Control": "no-cache=\"D\"", "d": "4",
    ]
    let kept = StoredFields.stored(headers, CacheControl(headers))
    #expect(kept.fields.map(\.name) == ["c", "Set-Cookie", "Set-Cookie", "Cache-Control"])
  }

  // RFC 9111 section 3.2: everything but what describes the stored bytes; field reports C: a 304 without ETag keeps it
  @Test func aThreeOhFourTakesOver() {
    let stored: Headers = [
      "ETag": "\"a\"", "A": "1", "Set-Cookie": "x", "Set-Cookie": "y", "Content-Length": "36", "Age": "100",
      "Content-Encoding": "gzip", "Date": "old",
    ]
    let fresh: Headers = [
      "a": "2", "Set-Cookie": "z", "Content-Length": "10", "Content-Encoding": "br", "B": "3", "Connection": "B",
    ]
    let updated = StoredFields.updated(stored, with: fresh)
    #expect(updated["ETag"] == "\"a\"")
    #expect(updated["A"] == "2")
    #expect(updated.values(of: "Set-Cookie") == ["z"])
    #expect(updated["Content-Length"] == "36")
    #expect(updated["Content-Encoding"] == "gzip")
    #expect(updated["B"] == nil)
    #expect(updated["Age"] == nil)
    #expect(updated["Date"] == "old")
  }
}
