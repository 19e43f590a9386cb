// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import CBookshopZlib
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CoverTests {
  @Test(arguments: [(nil, 240), (16, 16), (17, 17), (241, 241), (1200, 1200)] as [(Int?, Int)])
  func aCoverIsAPictureAsWideAsAsked(asked: Int?, width: Int) async throws {
    let answer = try await Shop.shared().ask("/covers/emma" + (asked.map { "?width=\($0)" } ?? ""))
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "image/png")
    let picture = try Picture(answer.body)
    #expect((picture.width, picture.height) == (width, width * 3 / 2))
  }

  @Test func theSameBookLooksTheSameAndAnotherDifferent() async throws {
    let (one, other) = (try Shop(), try Shop())
    let emma = try await one.ask("/covers/emma").body
    #expect(try await one.ask("/covers/emma").body == emma)
    #expect(try await other.ask("/covers/emma").body == emma)
    #expect(try await one.ask("/covers/kim").body != emma)
  }

  @Test func aCoverHasClothAFrameAndAnInitial() async throws {
    let picture = try Picture(try await Shop.shared().ask("/covers/kim?width=200").body)
    // From the board's edge to its middle: cloth, the frame, cloth again, the emblem.
    let cloth = picture[190 + 8, 150]
    let foil = picture[36, 150]
    #expect(distance(cloth, foil) > 60)
    #expect(distance(picture[60, 20], foil) > 60 || distance(picture[60, 11], foil) < 60)
    let letters = (92..<133).filter { distance(picture[$0, 150], foil) > 60 }
    #expect(!letters.isEmpty && letters.count < 41)
  }

  @Test(arguments: ["15", "1201", "0", "-1", "x", ""])
  func aWidthOutOfItsRangeIsRefused(width: String) async throws {
    let answer = try await Shop.shared().ask("/covers/emma?width=\(width)")
    #expect(answer.status == 400)
    #expect(
      try answer.problem().message == "width is \"\(width)\": it must be a whole number from 16 to 1200.")
  }

  @Test func aBookThatIsNotSoldHasNoCover() async throws {
    let answer = try await Shop.shared().ask("/covers/no-such-book")
    #expect(answer.status == 404)
    #expect(try answer.problem().code == "unknown_book")
  }

  @Test func everyVolumeHasACoverOfItsOwn() async throws {
    let shop = try Shop { $0.books = 100_000 }
    let covers = [
      try await shop.ask("/covers/emma--volume-2").body, try await shop.ask("/covers/emma--volume-3").body,
    ]
    #expect(covers[0] != covers[1])
  }

  @Test func manyAtOnceAreAllPainted() async throws {
    let shop = try Shop.shared()
    let books = try await shop.page(["count": 100]).books
    let painted = try await withThrowingTaskGroup(of: Int.self) { group in
      for book in books + books { group.addTask { try await shop.ask(book.cover + "?width=32").status } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(painted == [Int](repeating: 200, count: 200))
  }

  private func distance(_ a: [UInt8], _ b: [UInt8]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.reduce(0, +) }
}

/// A PNG of eight-bit colours without filters, read with every check that the format has.
private struct Picture {
  struct Wrong: Error { let reason: String }

  let width: Int
  let height: Int
  private let rows: [UInt8]

  init(_ data: Data) throws {
    let bytes = [UInt8](data)
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { throw Wrong(reason: "signature") }
    var chunks: [String: [UInt8]] = [:]
    var place = 8
    while place < bytes.count {
      let length = Self.number(bytes[place..<(place + 4)])
      let named = Array(bytes[(place + 4)..<(place + 8 + length)])
      let sum = Self.number(bytes[(place + 8 + length)..<(place + 12 + length)])
      guard Int(crc32(0, named, UInt32(named.count))) == sum else { throw Wrong(reason: "sum at \(place)") }
      chunks[String(decoding: named[..<4], as: UTF8.self)] = Array(named[4...])
      place += 12 + length
    }
    guard let header = chunks["IHDR"], let packed = chunks["IDAT"], chunks["IEND"] == [],
      header[8...] == [8, 2, 0, 0, 0]
    else { throw Wrong(reason: "chunks") }
    width = Self.number(header[0..<4])
    height = Self.number(header[4..<8])
    var unpacked = [UInt8](repeating: 0, count: height * (1 + 3 * width) + 1)
    var count = uLong(unpacked.count)
    guard uncompress(&unpacked, &count, packed, uLong(packed.count)) == Z_OK, Int(count) == unpacked.count - 1 else {
      throw Wrong(reason: "pixels")
    }
    rows = unpacked
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = y * (1 + 3 * width) + 1 + 3 * x
    return Array(rows[start..<(start + 3)])
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
