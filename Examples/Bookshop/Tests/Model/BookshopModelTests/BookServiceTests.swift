// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import Foundation
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct BookServiceTests {
  @Test func anAnswerIsKeptAndComesFirstNextTime() async throws {
    let store = try Store.inMemory()
    let first = try await deliveries(of: service(store, .json(page(["Emma"]))).books(matching: "emma", page: .first()))
    #expect(first.map(\.origin) == [.network])
    let second = try await deliveries(
      of: service(store, .json(page(["Emma", "Emma 2"]))).books(matching: "Emma ", page: .first()))
    #expect(second.map(\.origin) == [.cache, .network])
    #expect(second.map { $0.value.items.map(\.title) } == [["Emma"], ["Emma", "Emma 2"]])
  }

  @Test func withoutAServerTheSavedAnswerComesAndThenTheFailure() async throws {
    let store = try Store.inMemory()
    _ = try await deliveries(of: service(store, .json(page(["Emma"]))).books(matching: "", page: .first()))
    var titles: [String] = []
    let error = await #expect(throws: RequestError.self) {
      for try await delivery in service(store, .failure(.unreachable)).books(matching: "", page: .first()) {
        titles += delivery.value.items.map(\.title)
      }
    }
    #expect(titles == ["Emma"])
    #expect(error.map { Failure($0).kind } == .offline)
  }

  @Test func pagesAndSearchesAreKeptApart() async throws {
    let store = try Store.inMemory()
    _ = try await deliveries(of: service(store, .json(page(["Emma"]))).books(matching: "a", page: .first()))
    for (query, request) in [("a", PageRequest.first().next()), ("b", .first()), ("a", .first(size: 5))] {
      let answer = try await deliveries(of: service(store, .json(page([]))).books(matching: query, page: request))
      #expect(answer.map(\.origin) == [.network], "\(query) \(request)")
    }
  }

  @Test func theLastAnsweredSearchIsRememberedAcrossARestart() async throws {
    let file = TemporaryStore()
    do {
      let service = service(try file.open(), .json(page(["Emma"])))
      _ = try await deliveries(of: service.books(matching: "austen", page: .first()))
    }
    #expect(service(try file.open(), .json("")).lastQuery == "austen")
  }

  @Test func aSearchWithoutAnyAnswerIsNotRemembered() async throws {
    let store = try Store.inMemory()
    _ = try await deliveries(of: service(store, .json(page([]))).books(matching: "austen", page: .first()))
    await #expect(throws: RequestError.self) {
      _ = try await deliveries(of: service(store, .failure(.unreachable)).books(matching: "new", page: .first()))
    }
    #expect(service(store, .json("")).lastQuery == "austen")
  }

  @Test func theRequestSaysWhatIsWanted() async throws {
    let transport = ScriptedTransport(.json(page([])))
    let service = BookService(client: client(transport), store: try .inMemory())
    _ = try await deliveries(of: service.books(matching: "  war & peace ", page: PageRequest(number: 3, size: 10)))
    #expect(
      transport.requests.map(\.url.absoluteString) == [
        "http://shop.example/v2/books?q=war%20%26%20peace&page=3&count=10"
      ])
  }

  @Test func aDetailIsKeptToo() async throws {
    let store = try Store.inMemory()
    let answer = detail("Emma")
    _ = try await deliveries(of: service(store, .json(answer)).book("emma"))
    var about: [String] = []
    await #expect(throws: RequestError.self) {
      for try await delivery in service(store, .failure(.unreachable)).book("emma") {
        about.append(delivery.value.about)
      }
    }
    #expect(about == ["About Emma."])
  }

  @Test(arguments: [#"{"total": 1, "books": [{}]}"#, "<html>", "", #"{"total": 1}"#])
  func anAnswerThatIsNoListOfBooksIsAFailureAndIsNotKept(answer: String) async throws {
    let store = try Store.inMemory()
    let error = await #expect(throws: RequestError.self) {
      _ = try await deliveries(of: service(store, .json(answer)).books(matching: "", page: .first()))
    }
    #expect(error.map { Failure($0).kind } == .unreadable)
    let next = try await deliveries(of: service(store, .json(page([]))).books(matching: "", page: .first()))
    #expect(next.map(\.origin) == [.network])
  }

  @Test func aClosedStoreIsReportedAndTheServersAnswerStillCounts() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let problems = Problems()
    let service = BookService(client: client(ScriptedTransport(.json(page(["Emma"])))), store: store) {
      problems.add($0)
    }
    try store.closeAndDelete()
    let answer = try await deliveries(of: service.books(matching: "", page: .first()))
    #expect(answer.map { $0.value.items.map(\.title) } == [["Emma"]])
    #expect(problems.all.allSatisfy { $0 is StoreError } && !problems.all.isEmpty)
  }
}
