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

  /// One answer as it is, whatever its status.
  func ask(_ path: String, query: Parameters = [:], headers: Headers = [:], _ method: HTTPMethod = .get) async throws
    -> Answer
  {
    try await client.send(.raw(method, path, query: query, headers: headers))
  }
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
