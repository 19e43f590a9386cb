// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct BookRowTests {
  @Test(arguments: [("en_IE", "€8.80"), ("de_DE", "8,80\u{a0}€"), ("zh_CN", "€8.80")])
  func aPriceIsWrittenAsTheReaderDoes(locale: String, price: String) {
    #expect(BookRow(book("Emma"), locale: Locale(identifier: locale)).price == price)
  }

  @Test(arguments: [(1815, "1815"), (-800, "800 BC"), (0, "0")])
  func aYearBeforeOurEraIsMarked(year: Int, text: String) {
    #expect(BookRow(book("Emma", year: year)).year == text)
  }

  @Test(arguments: [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B, and C")])
  func authorsAreJoinedAsTheReaderDoes(authors: [String], text: String) {
    #expect(BookRow(book("Emma", authors: authors), locale: Locale(identifier: "en_US")).authors == text)
  }

  @Test func aRowIsEqualUntilSomethingOnItChanges() {
    #expect(BookRow(book("Emma")) == BookRow(book("Emma")))
    #expect(BookRow(book("Emma")) != BookRow(book("Emma", year: 1816)))
  }
}
