// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopServerKit
import Foundation
import StrataRequest
import Testing

@Suite(.timeLimit(.minutes(1)))
struct BookRoutesTests {
  @Test func aPageTellsTheTotalAndItsNumber() async throws {
    let shop = try Shop { $0.books = 45 }
    let pages = try await [1, 2, 3, 4].asyncMap {
      try await shop.client.send(.get("/v2/books", query: ["page": $0, "count": 20], returning: ReadPage.self))
    }
    #expect(pages.map(\.total) == [45, 45, 45, 45])
    #expect(pages.map(\.page) == [1, 2, 3, 4])
    #expect(pages.map(\.books.count) == [20, 20, 5, 0])
    #expect(Set(pages.flatMap(\.books).map(\.id)).count == 45)
  }
}

extension Array where Element: Sendable {
  func asyncMap<Value: Sendable>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
