// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct UpdateTests {
  private struct Refused: Error {}

  @Test func theValuesComeAtOnceAndAfterEachChange() async throws {
    let store = try Store.inMemory()
    let numbers = store.collection("numbers", of: Int.self)
    var updates = numbers.updates(.prefix("a")).makeAsyncIterator()
    #expect(try await updates.next() == [])
    try await numbers.put(1, for: "a1")
    #expect(try await updates.next() == [1])
    try await numbers.put(9, for: "b")
    try await store.collection("others", of: Int.self).put(9, for: "a")
    try await numbers.put(1, for: "a1")
    try await numbers.put(2, for: "a2")
    #expect(try await updates.next() == [1, 2])
    try await numbers.clear()
    #expect(try await updates.next() == [])
  }

  @Test func aTransactionIsOneChangeAndAFailedOneNone() async throws {
    let store = try Store.inMemory()
    let numbers = store.collection("numbers", of: Int.self)
    var updates = numbers.updates().makeAsyncIterator()
    #expect(try await updates.next() == [])
    try? await store.write { transaction in
      try transaction.put(7, for: "k", in: numbers)
      throw Refused()
    }
    try await store.write { transaction in
      for number in 1...3 { try transaction.put(number, for: "\(number)", in: numbers) }
    }
    #expect(try await updates.next() == [1, 2, 3])
  }

  @Test func oneKeyIsWatchedAlone() async throws {
    let numbers = try Store.inMemory().collection("numbers", of: Int.self)
    var updates = numbers.updates(for: "k").makeAsyncIterator()
    #expect(try await updates.next() == .some(nil))
    try await numbers.put(1, for: "other")
    try await numbers.put(5, for: "k")
    #expect(try await updates.next() == 5)
  }
}
