// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

/// Values: how they become bytes, how large and how small they may be, and what happens to what is unreadable.
@Suite(.timeLimit(.minutes(isSoak ? 10 : 1))) struct EncodingTests {
  private struct Refused: Error {}
  private struct Track: Codable, Equatable { var title: String }

  @Test(arguments: [0, 1, 14, 15, 4_096, 100_000, isSoak ? 64 << 20 : 4 << 20])
  func bytesOfAnySizeComeBack(size: Int) async throws {
    let file = TemporaryStore()
    let blobs = try file.open().collection("b", of: Data.self, encoding: .raw)
    let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try await blobs.put(bytes, for: "k")
    #expect(try blobs.value(for: "k") == bytes)
    #expect(try blobs.contains("k"))
    #expect(try file.open().collection("b", of: Data.self, encoding: .raw).all() == [bytes])
  }

  @Test(arguments: ["", "\0", "a\0b", "\u{FFFD}", "e\u{301}", "\u{1F469}\u{200D}\u{1F680}", "\r\n", "\u{2028}", "\"\\"])
  func textComesBackAsItWas(text: String) async throws {
    let file = TemporaryStore()
    let texts = try file.open().collection("t", of: String.self)
    try await texts.put(text, for: "k")
    #expect(try texts.value(for: "k").map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test func datesAreKeptExactly() async throws {
    let dates = try Store.inMemory().collection("d", of: Date.self)
    for date in [Date(timeIntervalSince1970: 0.1), .distantPast, .distantFuture, Date(timeIntervalSince1970: 1e9 / 3)] {
      try await dates.put(date, for: "k")
      #expect(try dates.value(for: "k") == date)
    }
  }

  /// A coder of the app's own; the default is JSON so that the `sqlite3` shell can read it.
  @Test func anotherEncodingCanBePluggedIn() async throws {
    let store = try Store.inMemory()
    let lists = store.collection(
      "p", of: Track.self,
      encoding: StoreEncoding(
        isText: false,
        encode: { try PropertyListEncoder().encode($0) },
        decode: { try PropertyListDecoder().decode(Track.self, from: $0) }))
    try await lists.put(Track(title: "a"), for: "k")
    #expect(try lists.value(for: "k") == Track(title: "a"))
    guard case .blob = try store.rows("SELECT value FROM p").first?["value"] else { throw Refused() }
    let reversed = store.collection(
      "r", of: String.self,
      encoding: StoreEncoding(
        isText: true, encode: { Data(String($0.reversed()).utf8) },
        decode: { String(String(decoding: $0, as: UTF8.self).reversed()) }))
    try await reversed.put("abc", for: "k")
    #expect(try reversed.value(for: "k") == "abc")
    #expect(try store.rows("SELECT value FROM r").first?.text("value") == "cba")
  }

  @Test func anEncodingThatThrowsChangesNothingAndNamesTheKey() async throws {
    let texts = try Store.inMemory().collection(
      "t", of: String.self,
      encoding: StoreEncoding(
        isText: true, encode: { if $0 == "bad" { throw Refused() } else { Data($0.utf8) } },
        decode: { if $0 == Data("odd".utf8) { throw Refused() } else { String(decoding: $0, as: UTF8.self) } }))
    try await texts.put("good", for: "k")
    let error = await #expect(throws: StoreError.self) {
      try await texts.put([(key: "l", value: "fine"), (key: "m", value: "bad")])
    }
    #expect(error?.code == .notEncodable && error?.message.contains("'m'") == true)
    #expect(try texts.keys() == ["k"])
    try await texts.put("odd", for: "odd")
    #expect(await code { _ = try texts.value(for: "odd") } == .notDecodable)
    #expect(try texts.storedData(for: "odd") == Data("odd".utf8))
  }

  /// Field report: a value that cannot be decoded was shown as "no data" and overwritten.
  @Test(arguments: ["{", "", "null", "[1,", "{\"title\": 5}", "\u{1F4A5}", "{}"])
  func invalidJSONUnderneathIsAnErrorAndIsKept(json: String) async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let tracks = store.collection("tracks", of: Track.self, indexes: [.init(\.title)])
    try await tracks.put(Track(title: "fine"), for: "a")
    try shell(file.url, "INSERT INTO tracks VALUES ('b', 1, 1, NULL, '\(json)')")
    #expect(await code { _ = try tracks.value(for: "b") } == .notDecodable)
    let error = #expect(throws: StoreError.self) { try tracks.all() }
    #expect(error?.code == .notDecodable && error?.message.contains("'b'") == true)
    #expect(try tracks.storedData(for: "b") == Data(json.utf8))
    #expect(try tracks.all(.where(.equal(\.title, "fine"))) == [Track(title: "fine")])
    #expect(try tracks.contains("b") && tracks.count() == 2 && tracks.keys() == ["a", "b"])
    #expect(try tracks.results().map { try? $0.get().value } == [Track(title: "fine"), nil])
    try await tracks.put(Track(title: "mended"), for: "b")
    #expect(try tracks.value(for: "b") == Track(title: "mended"))
  }

  @Test func anIndexOnBytesIsRefused() async throws {
    let blobs = try Store.inMemory().collection(
      "b", of: Track.self,
      encoding: StoreEncoding(
        isText: false, encode: { try JSONEncoder().encode($0) },
        decode: { try JSONDecoder().decode(Track.self, from: $0) }), indexes: [.init(\.title)])
    #expect(await code { try await blobs.put(Track(title: "a"), for: "k") } == .misdeclared)
  }

  @Test(arguments: [100, 10_000, 100_000]) func longKeysWork(length: Int) async throws {
    let file = TemporaryStore()
    let numbers = try file.open().collection("n", of: Int.self)
    let (one, two) = (String(repeating: "k", count: length), String(repeating: "k", count: length) + "l")
    try await numbers.put([(key: one, value: 1), (key: two, value: 2)])
    #expect(try numbers.value(for: one) == 1 && numbers.value(for: two) == 2)
    #expect(try numbers.keys(prefix: one) == [one, two])
    #expect(try await numbers.delete(prefix: two) == 1)
    #expect(try numbers.all() == [1])
  }
}
