// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import StrataRequest
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct CoverServiceTests {
  private let book = Book(
    id: "emma", title: "Emma", authors: [], year: 1815, language: "en", subject: "Novel", price: Price(8, "EUR"),
    cover: "/covers/emma")

  @Test func aCoverIsAskedForOnceAndThenComesFromTheStore() async throws {
    let transport = ScriptedTransport(.data(Data("png".utf8)))
    let covers = CoverService(client: client(transport), store: try .inMemory())
    for _ in 1...3 { #expect(try await covers.cover(of: book, width: 96) == Data("png".utf8)) }
    #expect(transport.requests.map(\.url.absoluteString) == ["http://shop.example/covers/emma?width=96"])
  }

  @Test func sizesAreKeptApart() async throws {
    let transport = ScriptedTransport(.data(Data("small".utf8)), .data(Data("large".utf8)))
    let covers = CoverService(client: client(transport), store: try .inMemory())
    #expect(try await covers.cover(of: book, width: 96) == Data("small".utf8))
    #expect(try await covers.cover(of: book, width: 480) == Data("large".utf8))
  }

  @Test func aFailedCoverIsNotKept() async throws {
    let transport = ScriptedTransport(.status(404), .data(Data("png".utf8)))
    let covers = CoverService(client: client(transport), store: try .inMemory())
    await #expect(throws: RequestError.self) { try await covers.cover(of: book, width: 96) }
    #expect(try await covers.cover(of: book, width: 96) == Data("png".utf8))
  }
}
