// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BookRoutesTests {
  @Test func pagesCoverTheShopOnceAndThenAreEmpty() async throws {
    let shop = try Shop { $0.books = 45 }
    var pages: [ReadPage] = []
    for number in 1...4 { pages.append(try await shop.page(["page": number, "count": 20])) }
    #expect(pages.map(\.total) == [45, 45, 45, 45])
    #expect(pages.map(\.page) == [1, 2, 3, 4])
    #expect(pages.map(\.books.count) == [20, 20, 5, 0])
    #expect(Set(pages.flatMap(\.books).map(\.id)).count == 45)
  }

  @Test func theFirstTwentyBooksAreTheDefault() async throws {
    let shop = try Shop.shared()
    let page = try await shop.page([:])
    #expect((page.page, page.books.count) == (1, 20))
    #expect(page.total == (try Catalogue().count))
    #expect(try await shop.page(["q": " ", "count": 20]).books == page.books)
  }

  @Test func aBookHasEveryField() async throws {
    let shop = try Shop.shared()
    let book = try #require(try await shop.page(["q": "the hobbit"]).books.first)
    #expect((book.id, book.title, book.authors) == ("the-hobbit", "The Hobbit", ["J. R. R. Tolkien"]))
    #expect((book.year, book.language, book.pages, book.subject) == (1937, "en", 310, "Fantasy"))
    #expect((book.publisher, book.currency, book.cover) == ("George Allen & Unwin", "EUR", "/covers/the-hobbit"))
    #expect(book.price.wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil)
  }

  @Test func whatIsNotKnownIsNull() async throws {
    let text = try await Shop.shared().ask("/v2/books/iliad").text
    #expect(text.contains(#""publisher":null"#) && text.contains(#""pages":null"#) && text.contains(#""year":-750"#))
  }

  @Test func searchIsCaseAndMarkInsensitive() async throws {
    let shop = try Shop.shared()
    #expect(try await shop.titles("LES miserables").first == "Les Misérables")
    #expect(try await shop.titles("红楼梦") == ["Dream of the Red Chamber"])
    #expect(try await shop.titles("C++") == ["The C++ Programming Language"])
    #expect(try await shop.page(["q": "no such book anywhere"]).total == 0)
  }

  @Test func aBookHasASentenceAndRelatedBooks() async throws {
    let shop = try Shop.shared()
    let detail = try await shop.client.send(.get("/v2/books/gormenghast", returning: ReadDetail.self))
    #expect(detail.id == "gormenghast")
    #expect(detail.about.hasPrefix("“Gormenghast” by Mervyn Peake"))
    #expect(detail.related.count == 4 && detail.related.first == "titus-groan")
    let volume = try await shop.ask("/v2/books/gormenghast--volume-2")
    #expect(volume.status == 404)
  }

  @Test func aLargeShopHasVolumes() async throws {
    let shop = try Shop { $0.books = 100_000 }
    #expect(try await shop.page([:]).total == 100_000)
    #expect(try await shop.page(["page": 1000, "count": 100]).books.count == 100)
    #expect(try await shop.titles("emma volume 7", count: 1) == ["Emma, volume 7"])
    let detail = try await shop.client.send(.get("/v2/books/emma--volume-7", returning: ReadDetail.self))
    #expect(detail.related.count == 4)
  }

  @Test(arguments: [
    ("page=0", "page is \"0\": it must be a whole number from 1 to 1000000."),
    ("page=-1", "page is \"-1\""), ("page=", "page is \"\""), ("page=%2B5", "page is \"+5\""),
    ("page=99999999999999999999", "page is \"99999999999999999999\""),
    ("count=abc", "count is \"abc\": it must be a whole number from 1 to 100."), ("count=1000", "count is \"1000\""),
    ("count=0", "count is \"0\""), ("count=1.5", "count is \"1.5\""), ("count=%D9%A3", "count is \"٣\""),
  ])
  func aNumberOutOfItsRangeIsRefused(query: String, message: String) async throws {
    let answer = try await Shop.shared().ask("/v2/books?\(query)")
    #expect(answer.status == 400)
    #expect(try answer.problem().code == "invalid_parameter")
    #expect(try answer.problem().message.hasPrefix(message))
  }

  @Test func aRepeatedParameterIsRefused() async throws {
    let answer = try await Shop.shared().ask("/v2/books?q=a&page=1&q=b")
    #expect(answer.status == 400)
    #expect(
      try answer.problem()
        == ReadProblem(code: "repeated_parameter", message: "q is given 2 times (\"a\", \"b\"): give it once."))
  }

  @Test func unknownParametersAreNoneOfTheServersBusiness() async throws {
    #expect(try await Shop.shared().ask("/v2/books?utm=1&utm=2&&=").status == 200)
  }

  @Test(arguments: [
    ("/v2/books?q=%zz", "q has"), ("/v2/books?q=%C3", "q has"), ("/v2/books?q=%", "q has"),
    ("/v2/books?q=a%00b", "q has"), ("/v2/books?%FF=1", "the query has"), ("/v2/books/%FF", "the path has"),
    ("/v2/books?q=\u{E9}%E9", "q has"),
  ])
  func whatIsNoPercentEncodedTextIsRefused(target: String, message: String) async throws {
    let shop = try Shop.shared()
    let answer = try await RawRequest.ask(shop.server.port, "GET \(target)")
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains(#""code":"invalid_encoding""#) && answer.contains("\"message\":\"\(message)"))
  }

  @Test func aTargetMayNameTheServer() async throws {
    let shop = try Shop.shared()
    #expect(try await RawRequest.ask(shop.server.port, "GET http://books.test/v2/books/emma").contains(" 200 "))
    #expect(try await RawRequest.ask(shop.server.port, "GET http://books.test").contains(" 404 "))
  }

  @Test(arguments: ["/", "/v2", "/v2/books/", "/v2/books/emma/x", "/V2/books", "/v2//books", "/v2/books/a%2Fb"])
  func anUnknownPathIsNotFound(path: String) async throws {
    let answer = try await Shop.shared().ask(path)
    #expect(answer.status == 404)
    #expect(answer.headers["Content-Type"] == "application/json")
    #expect(try !answer.problem().message.isEmpty)
  }

  @Test func anUnknownBookIsNotFound() async throws {
    let problem = try await Shop.shared().ask("/v2/books/no-such-book").problem()
    #expect(
      problem == ReadProblem(code: "unknown_book", message: "There is no book with the id \"no-such-book\"."))
  }

  @Test(arguments: [HTTPMethod.post, .put, .delete, .patch, .options])
  func otherMethodsAreRefusedWithTheOnesThatWork(method: HTTPMethod) async throws {
    let answer = try await Shop.shared().ask("/v2/books", method)
    #expect(answer.status == 405)
    #expect(answer.headers["Allow"] == "GET, HEAD")
    #expect(try answer.problem().code == "method_not_allowed")
  }
}
