// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

/// A shop on a free port and a client that asks it; both end with the test.
final class Shop: Sendable {
  let server: ShopServer
  let client: Client

  init(_ configure: (inout ShopOptions) -> Void = { _ in }) throws {
    var options = ShopOptions(port: 0)
    configure(&options)
    server = try ShopServer(options)
    client = Client(try #require(URL(string: server.url))) { $0.retry = .never }
  }

  deinit { server.stop() }

  /// The shop as it is by default, one for every test that only asks: it answers them all alike.
  static func shared() throws -> Shop { try only.get() }
  private static let only = Result { try Shop() }

  /// One answer as it is, whatever its status.
  func ask(_ path: String, _ method: HTTPMethod = .get, headers: Headers = [:]) async throws -> Answer {
    try await client.send(.raw(method, path, headers: headers))
  }

  func page(_ query: Parameters) async throws -> ReadPage {
    try await client.send(.get("/v2/books", query: query, returning: ReadPage.self))
  }

  /// The titles that a search finds, on one page.
  func titles(_ query: String, count: Int = 20) async throws -> [String] {
    try await page(["q": query, "count": count]).books.map(\.title)
  }
}

extension Answer {
  func problem() throws -> ReadProblem { try JSONDecoder().decode(ReadProblem.self, from: body) }
}

/// A book as a client reads it.
struct ReadBook: Decodable, Hashable, Sendable {
  let id: String
  let title: String
  let authors: [String]
  let year: Int
  let language: String
  let publisher: String?
  let pages: Int?
  let subject: String
  let price: String
  let currency: String
  let cover: String
}

struct ReadPage: Decodable, Sendable {
  let total: Int
  let page: Int
  let books: [ReadBook]
}

struct ReadDetail: Decodable, Sendable {
  let id: String
  let about: String
  let related: [String]
}

struct ReadProblem: Decodable, Hashable, Sendable {
  let code: String
  let message: String
}
