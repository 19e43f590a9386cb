// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
public import StrataContract
public import StrataRequest
public import StrataStore

/// The books of the server, with every answer kept.
///
/// What cannot be saved or read back is reported and costs nothing else: the server's answer counts.
public struct BookService: BookSearching, BookReading {
  private let client: Client
  private let pages: StoreCollection<String, Page<Book>>
  private let details: StoreCollection<String, BookDetail>
  private let memory: StoreCollection<String, String>
  private let report: @Sendable (any Error) -> Void

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - client: Asks the server.
  ///   - store: Keeps the answers, for 30 days.
  ///   - report: Told when the store fails. Default: nobody.
  public init(client: Client, store: Store, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.client = client
    self.report = report
    pages = store.collection("book pages", of: Page<Book>.self)
    details = store.collection("book details", of: BookDetail.self)
    memory = store.collection("book search", of: String.self)
  }

  /// What was answered last, from the store.
  public var lastQuery: String { saved { try memory.value(for: "last query") } ?? "" }

  /// The kept page, then the server's, which is kept instead.
  public func books(matching query: String, page: PageRequest) -> Deliveries<Page<Book>> {
    let query = query.trimmingCharacters(in: .whitespacesAndNewlines)
    let key = "\(page.number)/\(page.size)/\(query.lowercased())"
    return Deliveries(
      {
        guard let books = saved({ try pages.value(for: key) }) else { return nil }
        await remember(query, page)
        return Delivery(books, from: .cache)
      },
      {
        let answer = try await client.send(
          .get("/v2/books", query: ["q": query, "page": page.number, "count": page.size], returning: BookAnswer.self))
        let books = Page(answer.books, total: answer.total)
        await save { try await pages.put(books, for: key, expires: .aMonth) }
        await remember(query, page)
        return Delivery(books, from: .network)
      })
  }

  /// The kept book, then the server's, which is kept instead.
  public func book(_ id: Book.ID) -> Deliveries<BookDetail> {
    Deliveries(
      { saved { try details.value(for: id) }.map { Delivery($0, from: .cache) } },
      {
        let detail = try await client.send(.get("/v2/books/\(id)", returning: BookDetail.self))
        await save { try await details.put(detail, for: id, expires: .aMonth) }
        return Delivery(detail, from: .network)
      })
  }

  private func remember(_ query: String, _ page: PageRequest) async {
    guard page.isFirst, query != lastQuery else { return }
    await save { try await memory.put(query, for: "last query") }
  }

  private func saved<Value>(_ read: () throws -> Value?) -> Value? {
    do { return try read() } catch {
      report(error)
      return nil
    }
  }

  private func save(_ write: () async throws -> Void) async {
    do { try await write() } catch { report(error) }
  }
}

private struct BookAnswer: Decodable, Sendable {
  let total: Int
  let books: [Book]
}
