// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataPresentation
import Testing

private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

private enum Route: Hashable, Codable {
  case list, search(String), book(String), order(Int), newOrder
}

private let links = DeepLinks<Route>(
  schemes: ["bookshop"], hosts: ["Bookshop.example"],
  DeepLink("/") { _ in RouterPlace(root: .list) },
  DeepLink("/search") { RouterPlace(path: [.search($0["q"] ?? "")]) },
  DeepLink("/books/{id}") { link in link["id"].map { RouterPlace(path: [.book($0)]) } },
  DeepLink("/orders/new", needsSignIn: true) { _ in RouterPlace(path: [.newOrder]) },
  DeepLink("/orders/{number}", needsSignIn: true) { link in
    link.int("number").map { RouterPlace(root: .list, path: [.order($0)]) }
  })

@MainActor @Suite struct DeepLinksTests {
  @Test(
    arguments: [
      ("bookshop://books/42", .book("42")), ("bookshop:///books/42", .book("42")), ("bookshop:/books/42", .book("42")),
      ("BOOKSHOP://books/42/", .book("42")), ("https://bookshop.example/books/42", .book("42")),
      ("http://BOOKSHOP.EXAMPLE//books/42#top", .book("42")), ("https://bookshop.example:8443/books/42", .book("42")),
      ("bookshop://books/a%2Fb%20c", .book("a/b c")), ("bookshop://books/%E4%B9%A6", .book("书")),
      ("bookshop://search?q=jane%20austen&q=other&x", .search("jane austen")), ("bookshop://search", .search("")),
      ("bookshop://books/42?id=7", .book("42")),
    ] as [(String, Route)])
  fileprivate func aLinkLeadsToItsPage(text: String, route: Route) throws {
    let link = try url(text)
    #expect(links.match(link)?.place.path == [route])
  }

  @Test(arguments: ["bookshop:", "bookshop://", "https://bookshop.example", "https://bookshop.example/"])
  func theRootIsALinkToo(text: String) throws {
    #expect(try links.match(url(text))?.place == RouterPlace(root: .list))
  }

  @Test(
    arguments: [
      "other://books/42", "https://evil.example/books/42", "https://bookshop.example@evil.example/books/42",
      "https://bookshop.example.evil.example/books/42", "bookshop://books", "bookshop://books/", "bookshop://books/1/2",
      "bookshop://Books/42", "bookshop://orders/seven", "bookshop://books/%FF", "file:///books/42", "books/42",
      "mailto:books@bookshop.example", "/books/42",
    ])
  func whatTheAppDoesNotKnowLeadsNowhere(text: String) {
    guard let url = URL(string: text) else { return }
    #expect(links.match(url) == nil)
    let router = Router<Route>(root: .list, path: [.book("1")])
    #expect(router.open(url, with: links, isSignedIn: true) == .unknown)
    #expect(router.snapshot == RouterPlace(root: .list, path: [.book("1")]), "the user is where they were")
  }

  @Test func theFirstPatternThatMakesAPlaceIsTaken() throws {
    let first = try #require(links.match(url("bookshop://orders/new")))
    #expect(first.place.path == [.newOrder] && first.needsSignIn)
    let second = try #require(links.match(url("bookshop://orders/12")))
    #expect(second.place.path == [.order(12)] && second.needsSignIn)
  }

  @Test func aLinkReplacesPagesAndSheetsAndLeavesTheRootItDoesNotName() throws {
    let router = Router<Route>(root: .newOrder, path: [.book("1")])
    router.present(.search(""))
    #expect(try router.open(url("bookshop://books/2"), with: links, isSignedIn: false) == .opened)
    #expect(router.snapshot == RouterPlace(root: .newOrder, path: [.book("2")]))
  }

  @Test func aLinkThatNeedsASignInIsKeptAndFollowedAfterIt() throws {
    let router = Router<Route>(root: .list, path: [.book("1")])
    let link = try url("bookshop://orders/12")
    #expect(router.open(link, with: links, isSignedIn: false) == .needsSignIn)
    #expect(router.path == [.book("1")] && router.hasWaitingLink)
    router.present(.search("the sign-in"))
    router.dismiss()
    #expect(router.followLink(with: links))
    #expect(router.snapshot == RouterPlace(root: .list, path: [.order(12)]))
    #expect(!router.followLink(with: links), "once")
  }

  @Test func aKeptLinkSurvivesAKill() throws {
    let router = Router<Route>(root: .list)
    try router.open(url("bookshop://orders/12"), with: links, isSignedIn: false)
    let bytes = try JSONEncoder().encode(router.snapshot)
    let next = Router<Route>()
    next.restore(try JSONDecoder().decode(RouterPlace<Route>.self, from: bytes))
    #expect(next.followLink(with: links) && next.path == [.order(12)])
  }

  @Test func aNewerLinkAndACancelledSignInForgetTheKeptOne() throws {
    let router = Router<Route>(root: .list)
    let (older, newer) = (try url("bookshop://orders/1"), try url("bookshop://orders/2"))
    router.open(older, with: links, isSignedIn: false)
    router.open(newer, with: links, isSignedIn: false)
    #expect(router.snapshot.link == newer)
    try router.open(url("bookshop://books/2"), with: links, isSignedIn: false)
    #expect(!router.hasWaitingLink, "the user went elsewhere")
    router.open(older, with: links, isSignedIn: false)
    router.forgetLink()
    #expect(!router.followLink(with: links) && router.path == [.book("2")])
  }

  @Test func whoIsSignedInGoesThereAtOnce() throws {
    let router = Router<Route>(root: .list)
    #expect(try router.open(url("bookshop://orders/1"), with: links, isSignedIn: true) == .opened)
    #expect(router.path == [.order(1)])
  }
}
