// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataRequest
import Testing

private let now = Date(timeIntervalSince1970: 1_790_000_000)
private func http(_ seconds: Double) -> String { HTTPDate.text(now + seconds) }

@Suite(.timeLimit(.minutes(1))) struct SelectionTests {
  // RFC 9111 section 4.1: white space, joined lines, and what negotiation does not see
  @Test(arguments: [
    ("foo", "1, 2", "1,2", true), ("foo", "1,2", "2,1", false), ("foo", "A", "a", false), ("foo", "", "1", false),
    ("accept-language", "en, de", "de, eN", true), ("accept-language", "en;q=0.5, de", "de,en;q = 0.5", true),
    ("accept-language", "en", "de", false), ("accept-encoding", "gzip, br", "BR,gzip", true),
    ("accept", "text/html, a/b", "a/b,text/HTML", true), ("accept", "text/html", "text/html;q=0.1", false),
  ]) func equalMeaningsAreEqual(name: String, one: String, other: String, isSame: Bool) {
    let values = [one, other].map { Vary.value(of: name, in: $0.isEmpty ? [:] : Headers([.init(name, $0)])) }
    #expect((values[0] == values[1]) == isSame)
  }

  @Test func repeatedLinesAreOneList() {
    #expect(Vary.value(of: "foo", in: ["Foo": "1", "foo": "2"]) == Vary.value(of: "foo", in: ["FOO": "1, 2"]))
    #expect(Vary.names(["Vary": "Accept, ,foo", "vary": "BAR"]) == ["accept", "foo", "bar"])
  }

  // RFC 9110 section 12.5.4
  @Test(arguments: [
    ("de", "fr;q=0.5, de;q=1.0", true), ("DE", "de", true), ("de", "fr, de", false), ("de", "fr, de;q=0.9", false),
    ("de", "", false), ("en-GB", "en", false), ("de", "de;q=x", true), ("de", "de;q=0", false),
  ]) func theOneLanguageThatIsPreferred(stored: String, wanted: String, expected: Bool) {
    #expect(Vary.isPreferredLanguage(["Content-Language": stored], ["Accept-Language": wanted]) == expected)
    #expect(!Vary.isPreferredLanguage([:], ["Accept-Language": wanted]))
  }

  // RFC 9110 section 8.8.3.2, the table of comparison
  @Test(arguments: [
    (#"W/"1""#, #"W/"1""#, true), (#"W/"1""#, #"W/"2""#, false), (#"W/"1""#, #""1""#, true), (#""1""#, #""1""#, true),
    ("1", #""1""#, true), (#""a""#, #""A""#, false),
  ]) func weakComparison(one: String, other: String, isSame: Bool) {
    #expect(Validators.isSame(one, other) == isSame)
  }

  // RFC 9111 section 4.3.1
  @Test func aValidationNamesWhatIsStored() {
    let stored: Headers = ["ETag": "\"a\"", "Last-Modified": http(-60)]
    let asking = Validators.validating(stored, ["Accept": "x"])
    #expect(asking["If-None-Match"] == "\"a\"")
    #expect(asking["If-Modified-Since"] == http(-60))
    #expect(asking["Accept"] == "x")
    #expect(Validators.validating(stored, ["If-None-Match": "\"b\", \"a\""])["If-None-Match"] == "\"b\", \"a\"")
    #expect(Validators.validating(["Last-Modified": http(-60)], [:]).fields.count == 1)
    #expect(!Validators.canValidate([:]))
  }

  // RFC 9111 section 4.3.2
  @Test(
    arguments: [
      ("\"a\"", nil, true), ("W/\"a\"", nil, true), ("\"b\", \"a\"", nil, true), ("*", nil, true),
      ("\"b\"", nil, false),
      ("\"b\"", 0, false), (nil, -60, true), (nil, -30, true), (nil, -61, false), (nil, nil, false),
    ] as [(String?, Double?, Bool)]) func whatTheCallerHas(tag: String?, since: Double?, isKnown: Bool)
  {
    var request = Headers()
    request["If-None-Match"] = tag
    request["If-Modified-Since"] = since.map(http)
    let stored: Headers = ["ETag": "\"a\"", "Last-Modified": http(-60)]
    #expect(Validators.isKnown(stored, to: request, received: now) == isKnown)
  }

  @Test func withoutLastModifiedTheDateCounts() {
    #expect(Validators.isKnown(["Date": http(0)], to: ["If-Modified-Since": http(0)], received: now))
    #expect(!Validators.isKnown(["Date": http(0)], to: ["If-Modified-Since": http(-1)], received: now))
    #expect(Validators.isKnown([:], to: ["If-Modified-Since": http(0)], received: now))
    #expect(!Validators.isKnown([:], to: ["If-Modified-Since": "yesterday"], received: now))
  }

  // RFC 9111 section 4.3.4: a strong validator must be the stored one
  @Test(
    arguments: [
      ("\"a\"", "\"a\"", true), ("\"a\"", "\"b\"", false), ("\"a\"", nil, true), ("W/\"a\"", "W/\"a\"", true),
      ("W/\"a\"", "W/\"b\"", false), (nil, "\"a\"", false), (nil, "W/\"a\"", true), ("W/\"a\"", "\"a\"", true),
    ] as [(String?, String?, Bool)]) func whatA304SpeaksOf(stored: String?, fresh: String?, isAbout: Bool)
  {
    var (one, other) = (Headers(), Headers())
    one["ETag"] = stored
    other["ETag"] = fresh
    #expect(Validators.isAbout(one, other) == isAbout)
  }

  // RFC 9111 section 4.3.5
  @Test func headShowsWhetherGetIsUnchanged() {
    let stored: Headers = ["ETag": "\"a\"", "Content-Length": "10"]
    #expect(Validators.isUnchanged(stored, ["ETag": "\"a\"", "Content-Length": "10"]))
    #expect(Validators.isUnchanged(stored, [:]))
    #expect(!Validators.isUnchanged(stored, ["ETag": "\"b\""]))
    #expect(!Validators.isUnchanged(stored, ["Content-Length": "11"]))
    #expect(!Validators.isUnchanged(stored, ["Last-Modified": http(0)]))
  }

  // RFC 9110 section 14
  @Test(
    arguments: [
      ("bytes=0-1", .from(0, through: 1)), ("BYTES=5-", .from(5, through: nil)), ("bytes=-5", .last(5)),
      ("bytes=0-1,3-4", nil), ("bytes=", nil), ("bytes=-", nil), ("bytes=5-1", nil), ("items=0-1", nil),
      ("bytes=a-b", nil), ("bytes=--5", nil), ("bytes=0-99999999999999999999", .from(0, through: nil)),
      ("bytes=99999999999999999999-5", nil),
    ] as [(String, ByteRange?)]) func rangesAreRead(text: String, range: ByteRange?)
  {
    #expect(ByteRange(text) == range)
  }

  @Test(
    arguments: [
      ("bytes=0-1", "01", "bytes 0-1/10"), ("bytes=8-", "89", "bytes 8-9/10"), ("bytes=-3", "789", "bytes 7-9/10"),
      ("bytes=8-99", "89", "bytes 8-9/10"), ("bytes=10-", nil, nil), ("bytes=-0", nil, nil),
      ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ] as [(String, String?, String?)]) func partsOfAWhole(range: String, text: String?, described: String?) throws
  {
    let whole = ContentRange(first: 0, last: 9, total: 10)
    let part = whole.part(try #require(ByteRange(range)), of: Data("0123456789".utf8))
    #expect(part.map { String(decoding: $0.body, as: UTF8.self) } == text)
    #expect(part?.range.description == described)
  }

  @Test(
    arguments: [
      ("bytes=4-5", "45"), ("bytes=6-", "6789"), ("bytes=-2", "89"), ("bytes=3-5", nil), ("bytes=-7", nil),
    ] as [(String, String?)]) func partsOfAPart(range: String, text: String?) throws
  {
    let tail = try #require(ContentRange("bytes 4-9/10"))
    let part = tail.part(try #require(ByteRange(range)), of: Data("456789".utf8))
    #expect(part.map { String(decoding: $0.body, as: UTF8.self) } == text)
  }

  @Test(arguments: ["bytes 0-9/*", "bytes */10", "bytes 5-4/10", "bytes 0-10/10", "items 0-1/2", "bytes 0-1"])
  func partsOfNothing(text: String) {
    #expect(ContentRange(text) == nil)
  }

  // RFC 9111 section 4.4: after success, the address and what the answer names on the same origin
  @Test func writesInvalidate() throws {
    let url = try #require(URL(string: "http://a.test/x/y"))
    func addresses(_ method: HTTPMethod, _ status: Int, _ headers: Headers = [:]) -> [String] {
      Invalidation.addresses(TransportRequest(method, url), status: status, headers).map(\.absoluteString)
    }
    for method: HTTPMethod in [.post, .put, .patch, .delete, "M-SEARCH"] {
      #expect(addresses(method, 204) == ["http://a.test/x/y"])
      #expect(addresses(method, 302) == ["http://a.test/x/y"])
      #expect(addresses(method, 404) == [] && addresses(method, 500) == [])
    }
    for method: HTTPMethod in [.get, .head, .options, "TRACE"] { #expect(addresses(method, 200) == []) }
    let named: Headers = ["Location": "z", "Content-Location": "http://b.test/"]
    #expect(addresses(.post, 201, named) == ["http://a.test/x/y", "http://a.test/x/z"])
  }

  // RFC 9110 section 9.3.3
  @Test func theAnswerOfAPostMayBeARepresentation() throws {
    let request = TransportRequest(.post, try #require(URL(string: "http://a.test/x")))
    func isOne(_ headers: Headers, _ status: Int = 200) -> Bool {
      Invalidation.isRepresentation(request, status: status, headers)
    }
    #expect(isOne(["Content-Location": "/x", "Cache-Control": "max-age=60"]))
    #expect(!isOne(["Content-Location": "/x"]))
    #expect(!isOne(["Content-Location": "/y", "Cache-Control": "max-age=60"]))
    #expect(!isOne(["Cache-Control": "max-age=60"]))
    #expect(!isOne(["Content-Location": "/x", "Cache-Control": "max-age=60"], 404))
  }
}
