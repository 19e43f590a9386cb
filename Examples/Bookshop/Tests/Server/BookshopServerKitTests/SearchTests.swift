// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SearchTests {
  private static let table = """
    id\ttitle\toriginal\tauthors\talso\tyear\tlanguage\tpublisher\tpages\tsubject
    a\tBook of Wind\t\tAnn Sea\t\t1\ten\t\t\tPoetry
    b\tSea\t\tBo Ł. Ørsted\t\t1\ten\t\t\tNovel
    c\tSea and Wind\t\tCy\t\t1\ten\t\t\tNovel
    d\tThe Sea\tLa Mer Glacée\tDée O’Hara\t大海\t1\tfr\t\t\tNovel
    """

  private func ids(_ query: String, count: Int? = nil) throws -> [String] {
    try Catalogue(parsing: Self.table, count: count).search(query).map(\.id)
  }

  @Test(arguments: ["", " ", "\t\n "])
  func aBlankQueryFindsEverythingInOrder(query: String) throws {
    #expect(try ids(query) == ["a", "b", "c", "d"])
  }

  @Test func theTitleItselfComesFirstThenItsBeginningThenItsWordsThenTheRest() throws {
    #expect(try ids("sea") == ["b", "c", "d", "a"])
  }

  @Test(arguments: [
    ("wind sea", ["c", "a"]), ("WIND  sea", ["c", "a"]), ("sea novel", ["b", "c", "d"]), ("sea nothing", []),
    ("dee", ["d"]), ("DÉE", ["d"]), ("glacee", ["d"]), ("ohara", ["d"]), ("o'hara", ["d"]), ("lorsted", []),
    ("orsted", ["b"]), ("l orsted", ["b"]), ("大海", ["d"]), ("海", ["d"]), ("sea & wind!", ["c", "a"]),
    ("poe", ["a"]), ("!!!", []), ("%", []),
  ])
  func everyWordMustOccurSomewhere(query: String, found: [String]) throws {
    #expect(try ids(query) == found)
  }

  @Test func aDecomposedQueryFindsAComposedText() throws {
    #expect(try ids("De\u{301}e") == ["d"])
    #expect(try Catalogue(parsing: Self.table).search("大海").count == 1)
  }

  @Test func volumesFollowTheirBooksInEachRank() throws {
    #expect(
      try ids("sea", count: 9) == [
        "b", "c", "b--volume-2", "c--volume-2", "d", "d--volume-2", "a", "a--volume-2", "a--volume-3",
      ])
  }

  @Test func aVolumeIsFoundByItsNumber() throws {
    #expect(try ids("sea volume 2", count: 9).first == "b--volume-2")
    #expect(try ids("sea volume 2", count: 9) == ["b--volume-2", "c--volume-2", "d--volume-2", "a--volume-2"])
    #expect(try ids("volume", count: 9).count == 5)
    #expect(try ids("volume 7", count: 9).isEmpty)
  }

  @Test func onlyTheFirst200CharactersCount() throws {
    #expect(try ids(String(repeating: "sea ", count: 50) + "nothing").count == 4)
    let letters = (0..<100).map { String(UnicodeScalar(UInt8(97 + $0 % 26))) }.joined(separator: " ")
    #expect(try ids(letters).isEmpty)
  }

  @Test func theWholeShopIsSearchedInManyScripts() throws {
    let catalogue = try Catalogue()
    #expect(catalogue.search("红楼梦").map(\.title) == ["Dream of the Red Chamber"])
    #expect(catalogue.search("война и мир").map(\.id) == ["war-and-peace"])
    #expect(catalogue.search("les miserables").first?.title == "Les Misérables")
    #expect(catalogue.search("bronte").count == 5)
    #expect(catalogue.search("c++").map(\.id) == ["the-c-plus-plus-programming-language"])
  }
}
