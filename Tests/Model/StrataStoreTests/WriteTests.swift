// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct WriteTests {
  private struct Refused: Error {}

  @Test(arguments: [true, false]) func aTransactionSavesAllOrNothing(inMemory: Bool) async throws {
    let file = TemporaryStore()
    let store = try inMemory ? Store.inMemory() : file.open()
    let (orders, cart) = (store.collection("orders", of: String.self), store.collection("cart", of: Int.self))
    try await cart.put(3, for: "book")
    await #expect(throws: Refused.self) {
      try await store.write { transaction in
        try transaction.put("book x 3", for: "1", in: orders)
        try transaction.delete(.all, in: cart)
        #expect(try transaction.count(in: cart) == 0)
        #expect(try transaction.all(in: orders) == ["book x 3"])
        throw Refused()
      }
    }
    #expect(try orders.count() == 0)
    #expect(try cart.value(for: "book") == 3)
    let sold = try await store.write { transaction in
      try transaction.put("book x 3", for: "1", in: orders)
      return try transaction.delete("book", in: cart)
    }
    #expect(sold)
    #expect(try orders.value(for: "1") == "book x 3")
    #expect(try cart.count() == 0)
  }

  /// A read beside the transaction would see the past from a file, and wait for itself in memory.
  @Test(arguments: [true, false]) func aReadBesideTheTransactionIsRefused(inMemory: Bool) async throws {
    let file = TemporaryStore()
    let store = try inMemory ? Store.inMemory() : file.open()
    let numbers = store.collection("numbers", of: Int.self)
    let error = await #expect(throws: StoreError.self) {
      try await store.write { _ in _ = try numbers.value(for: "k") }
    }
    #expect(error?.code == .notAllowed)
    #expect(try numbers.value(for: "k") == nil)
  }

  @Test func aCollectionOfAnotherStoreIsRefused() async throws {
    let (one, two) = (try Store.inMemory(), try Store.inMemory())
    let numbers = two.collection("numbers", of: Int.self)
    let error = await #expect(throws: StoreError.self) { try await one.write { try $0.put(1, for: "k", in: numbers) } }
    #expect(error?.code == .notAllowed)
  }

  @Test func writesOfManyTasksAreAllThere() async throws {
    let file = TemporaryStore()
    let numbers = try file.open().collection("numbers", of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          try await numbers.put(number, for: "\(number)")
          #expect(try numbers.value(for: "\(number)") == number)
        }
      }
      try await group.waitForAll()
    }
    #expect(try numbers.count() == 200)
  }
}
