// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ValidatorTests {
  private static let paths = ["/v2/books?q=sea", "/v2/books/emma", "/covers/emma?width=32"]

  @Test(arguments: paths)
  func theSameContentHasTheSameTagAlsoInAnotherRun(path: String) async throws {
    let tags = [try await Shop.shared().ask(path), try await Shop().ask(path)].map { $0.headers["ETag"] ?? "" }
    #expect(tags[0] == tags[1])
    #expect(tags[0].wholeMatch(of: /"[0-9a-f\-]+(-gzip)?"/) != nil)
  }

  @Test(arguments: paths, [HTTPMethod.get, .head])
  func aClientThatHasItIsToldSo(path: String, method: HTTPMethod) async throws {
    let shop = try Shop.shared()
    let first = try await shop.ask(path)
    let tag = try #require(first.headers["ETag"])
    for condition in [tag, "\"other\", \(tag)", "W/\(tag)", "*"] {
      let again = try await shop.ask(path, method, headers: ["If-None-Match": condition])
      #expect(again.status == 304, "\(condition)")
      #expect(again.body.isEmpty)
      for name in ["ETag", "Last-Modified", "Cache-Control", "Vary"] {
        #expect(again.headers[name] == first.headers[name], "\(name)")
      }
    }
    #expect(try await shop.ask(path, method, headers: ["If-None-Match": "\"other\""]).status == 200)
  }

  @Test func otherContentHasAnotherTag() async throws {
    let shop = try Shop.shared()
    var tags: Set<String> = []
    let paths = ["/v2/books", "/v2/books?page=2", "/v2/books?q=x", "/v2/books/emma", "/covers/emma", "/covers/kim"]
    for path in paths { tags.insert(try await shop.ask(path).headers["ETag"] ?? "") }
    #expect(tags.count == paths.count)
  }

  @Test(arguments: [
    ("Sat, 06 Nov 2094 08:49:37 GMT", 304), ("Sat, 06 Nov 1994 08:49:37 GMT", 200),
    ("Sunday, 06-Nov-60 08:49:37 GMT", 304), ("Sunday, 06-Nov-94 08:49:37 GMT", 200),
    ("Sat Nov  6 08:49:37 2094", 304), ("Sun Nov  6 08:49:37 1994", 200), ("yesterday", 200), ("", 200),
    ("Sat, 06 Nov 2094 24:49:37 GMT", 200), ("Sat, 06 Nov 2094 08:49:37 CET", 200),
  ])
  func aDateFromAfterTheChangeIsEnough(date: String, status: Int) async throws {
    #expect(try await Shop.shared().ask("/v2/books", headers: ["If-Modified-Since": date]).status == status)
  }

  @Test func theDateThatWasSentIsOneOfThem() async throws {
    let shop = try Shop.shared()
    let date = try #require(try await shop.ask("/v2/books").headers["Last-Modified"])
    #expect(try await shop.ask("/v2/books", headers: ["If-Modified-Since": date]).status == 304)
    // The tag decides where both are sent (RFC 9110, 13.2.2).
    let both: Headers = ["If-Modified-Since": date, "If-None-Match": "\"other\""]
    #expect(try await shop.ask("/v2/books", headers: both).status == 200)
  }

  @Test func headHasTheHeadersOfGet() async throws {
    let shop = try Shop.shared()
    for path in Self.paths {
      let plain: Headers = ["Accept-Encoding": "identity"]
      let (get, head) = (try await shop.ask(path, headers: plain), try await shop.ask(path, .head, headers: plain))
      #expect(head.status == 200 && head.body.isEmpty)
      for name in ["ETag", "Last-Modified", "Cache-Control", "Content-Type", "Content-Length"] {
        #expect(head.headers[name] == get.headers[name], "\(name) of \(path)")
      }
    }
  }

  @Test func errorsAreNotKept() async throws {
    let answer = try await Shop.shared().ask("/v2/books/no-such-book")
    #expect(answer.headers["Cache-Control"] == "no-store")
    #expect(answer.headers["ETag"] == nil)
  }

  @Test func listsAndBooksMayBeShownStaleAndCoversKeptForADay() async throws {
    let shop = try Shop.shared()
    let brief = "max-age=60, stale-while-revalidate=300, stale-if-error=86400"
    #expect(try await shop.ask("/v2/books").headers["Cache-Control"] == brief)
    #expect(try await shop.ask("/v2/books/emma").headers["Cache-Control"] == brief)
    #expect(try await shop.ask("/covers/emma").headers["Cache-Control"] == "max-age=86400")
  }
}

@Suite(.timeLimit(.minutes(1)))
struct EncodingTests {
  @Test(arguments: [
    ("gzip", true), ("GZIP", true), ("br, gzip;q=0.5", true), ("*", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
    ("*;q=0", false), ("gzip;q=0, *", false), ("*;q=0, gzip", true), ("br", false), ("identity", false), ("", false),
    ("xgzip", false),
  ])
  func jsonIsCompressedWhenThatIsWelcome(accepted: String, isCompressed: Bool) async throws {
    let answer = try await Shop.shared().ask("/v2/books", headers: ["Accept-Encoding": accepted])
    #expect(answer.headers["Content-Encoding"] == (isCompressed ? "gzip" : nil))
    #expect(answer.body.starts(with: isCompressed ? [0x1F, 0x8B] : [UInt8(ascii: "{")]))
    #expect(answer.headers["Vary"] == "Accept-Encoding")
  }

  @Test func bothFormsAreTheSameTextUnderDifferentTags() async throws {
    let shop = try Shop.shared()
    let plain = try await shop.ask("/v2/books", headers: ["Accept-Encoding": "identity"])
    let packed = try await shop.ask("/v2/books", headers: ["Accept-Encoding": "gzip"])
    let unpacked = try await shop.ask("/v2/books")  // the client asks for gzip and undoes it
    #expect(unpacked.body == plain.body)
    #expect(packed.body.count < plain.body.count / 2)
    let tag = try #require(packed.headers["ETag"])
    #expect(plain.headers["ETag"] != tag)
    for (encoding, status) in [("gzip", 304), ("identity", 200)] {
      let headers: Headers = ["Accept-Encoding": encoding, "If-None-Match": tag]
      #expect(try await shop.ask("/v2/books", headers: headers).status == status)
    }
  }

  @Test func picturesAreSentAsTheyAre() async throws {
    let answer = try await Shop.shared().ask("/covers/emma", headers: ["Accept-Encoding": "gzip"])
    #expect(answer.headers["Content-Encoding"] == nil)
    #expect(answer.headers["Vary"] == nil)
  }
}
