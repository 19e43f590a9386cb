// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import Observation
import StrataContract
import StrataPresentation
import StrataRequest
import StrataScripted
import Testing

// The README's sample, whole, and its test: a paged, debounced search below the pixels, in virtual time.

struct Book: Codable, Identifiable, Equatable, Sendable {
  let id: String
  let title: String
}

struct BookAnswer: Decodable, Sendable {
  let total: Int
  let books: [Book]
}

protocol BookSearching: Sendable {
  func books(matching query: String, page: PageRequest) async throws -> Page<Book>
}

struct BookService: BookSearching {
  let client: Client
  func books(matching query: String, page: PageRequest) async throws -> Page<Book> {
    let answer = try await client.send(
      .get("/v2/books", query: ["q": query, "page": page.number, "count": page.size], returning: BookAnswer.self))
    return Page(answer.books, total: answer.total)
  }
}

@MainActor @Observable final class BookSearchModel {
  let books: Pager<String, Book>
  init(service: any BookSearching, clock: any Clock<Duration> = ContinuousClock()) {
    books = Pager("", debounce: .milliseconds(300), clock: clock, load: service.books)
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct BookSearchTests {
  @Test func typingSearchesOnceAfterAPause() async throws {
    let transport = ScriptedTransport { _ in .json(#"{"total": 1, "books": [{"id": "1", "title": "Swift"}]}"#) }
    let base = try #require(URL(string: "http://books.example"))
    let clock = ManualClock()
    let model = BookSearchModel(service: BookService(client: Client(base, transport: transport)), clock: clock)
    for text in ["s", "sw", "swift"] {
      model.books.query = text
      clock.advance(by: .milliseconds(299))
    }
    #expect(transport.requests.isEmpty)
    clock.advance(by: .milliseconds(1))
    await model.books.settled()
    #expect(transport.requests.map(\.url.absoluteString) == ["http://books.example/v2/books?q=swift&page=1&count=20"])
    #expect(model.books.rows == [Book(id: "1", title: "Swift")])
  }

  @Test func anUnreachableServerIsAnOfflinePageWithARetry() async throws {
    let transport = ScriptedTransport { _ in .failure(.unreachable) }
    let base = try #require(URL(string: "http://books.example"))
    let model = BookSearchModel(service: BookService(client: Client(base, transport: transport) { $0.retry = .never }))
    await model.books.refresh()
    guard case .message(let message) = model.books.page else {
      Issue.record("no message but \(model.books.page)")
      return
    }
    #expect(message.kind == .offline)
    #expect(message.action != nil)
  }
}
