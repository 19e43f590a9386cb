// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CatalogueTests {
  @Test func theShopHasHundredsOfBooksAndNoneTwice() throws {
    let catalogue = try Catalogue()
    let books = (0..<catalogue.count).map { catalogue[$0] }
    #expect(books.count >= 300)
    #expect(Set(books.map(\.id)).count == books.count)
    #expect(Set(books.map { [$0.title] + $0.authors }).count == books.count)
    #expect(books.map(\.id) == books.map(\.id).sorted())
  }

  @Test func everyBookIsInARangeThatMakesSense() throws {
    let catalogue = try Catalogue()
    for book in (0..<catalogue.count).map({ catalogue[$0] }) {
      #expect((-1500...2026).contains(book.year), "\(book.id)")
      #expect(book.pages.map { (10...2000).contains($0) } ?? true, "\(book.id)")
      #expect(book.language.wholeMatch(of: /[a-z]{2,3}/) != nil, "\(book.id)")
      #expect(book.price.wholeMatch(of: /[0-9]{1,2}\.[59]0/) != nil, "\(book.id)")
      #expect(!book.authors.isEmpty && Set(book.authors).count == book.authors.count, "\(book.id)")
      let texts = [book.title, book.subject] + book.authors + [book.publisher].compactMap(\.self)
      for text in texts { #expect(!text.isEmpty && !text.hasPrefix(" ") && !text.hasSuffix(" "), "\(book.id)") }
    }
  }

  @Test func everySubjectButTheRarestHasShelvesToBrowse() throws {
    let catalogue = try Catalogue()
    let subjects = Dictionary(grouping: (0..<catalogue.count).map { catalogue[$0].subject }) { $0 }
    #expect(subjects.values.filter { $0.count >= 5 }.count >= 15)
    #expect(Set((0..<catalogue.count).map { catalogue[$0].language }).isSuperset(of: ["en", "zh", "fr", "de", "ja"]))
  }

  @Test func aVolumeIsFoundByItsIdAndByNoOtherSpelling() throws {
    let catalogue = try Catalogue(count: 100_000)
    for place in [0, 797, 798, 54_321, 99_999] { #expect(catalogue.place(of: catalogue[place].id) == place) }
    let place = try #require(catalogue.place(of: "emma"))
    #expect(catalogue[place + 798].title == "Emma, volume 2")
    #expect(catalogue.place(of: "emma--volume-2") == place + 798)
    for id in [
      "emma--volume-1", "emma--volume-02", "emma--volume-+2", "emma--volume-9223372036854775807", "emma--", "",
    ] {
      #expect(catalogue.place(of: id) == nil, "\(id)")
    }
  }

  @Test func thePlaceAfterTheLastHoldsNoBook() throws {
    let catalogue = try Catalogue(count: 798 + 10)
    #expect(catalogue.place(of: catalogue[9].id + "--volume-2") == 798 + 9)
    #expect(catalogue.place(of: catalogue[10].id + "--volume-2") == nil)
  }

  @Test func volumesAreTheSameInEveryRun() throws {
    let (one, other) = (try Catalogue(count: 2000), try Catalogue(count: 2000))
    #expect((0..<2000).map { one[$0] } == (0..<2000).map { other[$0] })
    #expect(Set((0..<2000).map { one[$0].id }).count == 2000)
  }

  @Test func fewerBooksAreTheFirstOnes() throws {
    let all = try Catalogue()
    let few = try Catalogue(count: 3)
    #expect(few.count == 3)
    #expect((0..<3).map { few[$0] } == (0..<3).map { all[$0] })
    #expect(try Catalogue(count: 0).search("").count == 0)
  }

  @Test func aboutTellsTheFacts() throws {
    let catalogue = try Catalogue()
    func about(_ id: String) throws -> String { catalogue.about(try #require(catalogue.place(of: id))) }
    #expect(
      try about("the-hobbit")
        == "“The Hobbit” by J. R. R. Tolkien first appeared in 1937, published by George Allen & Unwin; "
        + "a common edition has 310 pages.")
    #expect(try about("iliad") == "“Iliad” (Ἰλιάς) by Homer dates from about 750 BC.")
    #expect(
      try about("concrete-mathematics").hasPrefix(
        "“Concrete Mathematics” by Ronald L. Graham, Donald E. Knuth and Oren Patashnik first"))
  }

  @Test func relatedBooksAreByTheSameAuthorThenOfTheSameSubject() throws {
    let catalogue = try Catalogue()
    let siddhartha = try #require(catalogue.place(of: "gormenghast"))
    let related = catalogue.related(to: siddhartha)
    #expect(related.count == 4)
    #expect(related.first?.id == "titus-groan")
    #expect(related.dropFirst().allSatisfy { $0.subject == "Fantasy" })
    #expect(!related.map(\.id).contains("gormenghast"))
  }
}

@Suite(.timeLimit(.minutes(1)))
struct CatalogueParsingTests {
  private static let header = "id\ttitle\toriginal\tauthors\talso\tyear\tlanguage\tpublisher\tpages\tsubject\n"

  @Test func aLineIsABook() throws {
    let catalogue = try Catalogue(parsing: Self.header + "b-1\tB\tBé\tX; Y\tz\t-5\tfr\tP\t12\tS\n")
    let book = catalogue[0]
    #expect(catalogue.count == 1)
    #expect(book.authors == ["X", "Y"])
    #expect((book.year, book.pages) == (-5, 12))
    #expect(catalogue.search("z").count == 1)
  }

  @Test(arguments: [
    ("", 1, nil, "The header is not"),
    ("id\ttitle\n", 1, nil, "The header is not"),
    (header + "b\tB\t\tX\t\t1\ten\t\t\n", 2, nil, "It has 9 columns, not 10."),
    (header + "B\tB\t\tX\t\t1\ten\t\t\tS\n", 2, "id", "\"B\" has other characters"),
    (header + "b--1\tB\t\tX\t\t1\ten\t\t\tS\n", 2, "id", "\"b--1\" has other characters"),
    (header + "b\t\t\tX\t\t1\ten\t\t\tS\n", 2, "title", "It is empty."),
    (header + "b\tB\t\tX; \t\t1\ten\t\t\tS\n", 2, "authors", "One of them is empty."),
    (header + "b\tB\t\tX\t\t19x7\ten\t\t\tS\n", 2, "year", "\"19x7\" is no number."),
    (header + "b\tB\t\tX\t\t3000\ten\t\t\tS\n", 2, "year", "3000 is not between -3000 and 2100."),
    (header + "b\tB\t\tX\t\t1\ten\t\t0\tS\n", 2, "pages", "0 is not between 1 and 20000."),
    (header + "b\tB\t\tX\t\t1\ten\t\t\tS\na\tA\t\tX\t\t1\ten\t\t\tS\n", 3, "id", "\"a\" is not after the line before."),
    (header + "b\tB\t\tX\t\t1\ten\t\t\tS\nb\tA\t\tX\t\t1\ten\t\t\tS\n", 3, "id", "\"b\" is not after the line before."),
  ])
  func aWrongLineIsToldByItsNumberAndColumn(table: String, line: Int, column: String?, reason: String) throws {
    let error = try #require(throws: CatalogueError.self) { try Catalogue(parsing: table) }
    #expect((error.line, error.column) == (line, column))
    #expect(error.reason.hasPrefix(reason))
    #expect(error.description.hasPrefix("Catalogue.tsv, line \(line)"))
  }
}
