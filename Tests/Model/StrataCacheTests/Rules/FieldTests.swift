// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1))) struct FieldTests {
  // RFC 9110 section 5.6.1: empty elements are ignored; 5.6.4: a comma in a quoted string is text
  @Test(arguments: [
    ("a, b ,c", ["a", "b", "c"]), ("", []), (" , ,, ", []), ("a", ["a"]), ("\ta\t,\tb", ["a", "b"]),
    (#"a="x, y", b"#, [#"a="x, y""#, "b"]), (#"a="\",", b"#, [#"a="\",""#, "b"]),
    (#"a="\\", b"#, [#"a="\\""#, "b"]), (#"a="open, b"#, [#"a="open, b"#]), ("é, ü", ["é", "ü"]),
  ]) func listsAreSplitAtCommasOutsideQuotes(text: String, elements: [String]) {
    #expect(FieldList.elements(text) == elements)
  }

  @Test(arguments: [
    ("a", "a"), (#""a""#, "a"), (#""a\"b""#, #"a"b"#), (#""a\\b""#, #"a\b"#), (#"""#, #"""#), (#""""#, ""),
    ("'a'", "'a'"),
  ]) func quotedStringsLoseTheirQuotes(text: String, expected: String) {
    #expect(FieldList.unquoted(text) == expected)
  }

  // RFC 9111 section 1.2.2: a non-negative integer; what overflows counts as 2^31
  @Test(
    arguments: [
      ("0", 0), ("3600", 3_600), ("003600", 3_600), ("2147483647", 2_147_483_647), ("2147483648", 2_147_483_648),
      ("99999999999", 2_147_483_648), (String(repeating: "9", count: 10_000), 2_147_483_648),
      ("-1", nil), ("+1", nil), ("1.0", nil), ("1e3", nil), ("", nil), (" 1", nil), ("0x10", nil), ("١", nil),
      ("a1", nil),
    ] as [(String, Double?)]) func secondsAreDigitsAndNothingElse(text: String, expected: Double?)
  {
    #expect(DeltaSeconds.parse(text) == expected)
  }

  // RFC 9110 section 5.6.7: the three forms, which are one moment
  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt",
  ]) func threeFormsOfADate(text: String) {
    #expect(HTTPDate.parse(text)?.timeIntervalSince1970 == 784_111_777)
  }

  @Test(arguments: [
    "", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 AEST", "Sun, 06 Nov 94 08:49:37 GMT",
    "Sun, 06  Nov  1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
    "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
    "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 +0000",
  ]) func whatIsNoDateIsNone(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }

  // RFC 9110 section 5.6.7: a year of two digits more than 50 years ahead lies in the past
  @Test(arguments: [("76", 2_076), ("77", 1_977), ("26", 2_026), ("99", 1_999), ("00", 2_000)])
  func twoDigitsMeanTheNearYear(digits: String, year: Int) throws {
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    let date = try #require(HTTPDate.parse("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: now))
    #expect(HTTPDate.text(date).contains("Nov \(year) "))
  }

  @Test func datesAreWrittenAsTheyAreRead() {
    var random = SystemRandomNumberGenerator()
    let moments = [0, -1, 951_782_399, 951_782_400, 4_102_444_799, 253_402_300_799, -2_203_891_200]
    for second in moments + (0..<500).map({ _ in Int.random(in: -2_000_000_000...8_000_000_000, using: &random) }) {
      let date = Date(timeIntervalSince1970: Double(second))
      #expect(HTTPDate.parse(HTTPDate.text(date)) == date)
    }
    #expect(HTTPDate.text(Date(timeIntervalSince1970: 784_111_777.9)) == "Sun, 06 Nov 1994 08:49:37 GMT")
  }

  // RFC 9111 section 5.2: names without case, arguments as tokens or quoted strings, unknown ones ignored
  @Test func directivesAreReadFromEveryLine() {
    let control = CacheControl([
      "Cache-Control": #"MAX-AGE="60", foo, bar="no-store, max-age=1""#,
      "cache-control": "No-Cache=\"A, b\", max-age=5",
    ])
    #expect(control.seconds("max-age") == 60)
    #expect(!control.has("no-store"))
    #expect(control.has("foo"))
    #expect(control.has("no-cache") && !control.isPlain("no-cache"))
    #expect(control.fields("no-cache") == ["A", "b"])
    #expect(CacheControl(["Cache-Control": "no-cache"]).isPlain("no-cache"))
    #expect(CacheControl([:]) == CacheControl(["Cache-Control": ", ,"]))
  }

  // RFC 9111 section 4.2.1: with invalid freshness information a response is stale; the first of two counts
  @Test(
    arguments: [
      ("max-age=1, max-age=2", 1), ("max-age", 0), ("max-age=", 0), ("max-age='60'", 0), ("max-age=-1", 0),
      ("max-age=60a", 0), ("max-age =60", nil), ("max-age =60, max-age=5", 5), ("s-maxage=60", nil), ("=60", nil),
      ("\"max-age=60\"", nil), ("max-age=1.5", 0),
    ] as [(String, Double?)]) func whatCannotBeReadIsNotFresh(text: String, expected: Double?)
  {
    #expect(CacheControl(["Cache-Control": text]).seconds("max-age") == expected)
  }

  @Test func anyBytesAreReadWithoutHarm() {
    var random = SystemRandomNumberGenerator()
    let pieces = ["max-age", "=", "\"", "\\", ",", " ", "no-store", "60", "\u{1F600}", ";", "*", "W/", "\t"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in pieces.randomElement() }.joined()
      let headers: Headers = [
        "Cache-Control": text, "Vary": text, "Age": text, "Expires": text, "ETag": text, "Content-Range": text,
      ]
      let control = CacheControl(headers)
      let now = Date(timeIntervalSince1970: 0)
      #expect(Age.initial(headers, asked: now, received: now) >= 0)
      _ = Freshness.lifetime(status: 200, headers, control, received: now, guess: Heuristics())
      _ = (Vary.names(headers), Validators.isKnown(headers, to: headers, received: now), ByteRange(text))
      _ = StoredFields.updated(headers, with: StoredFields.stored(headers, control))
    }
  }
}
