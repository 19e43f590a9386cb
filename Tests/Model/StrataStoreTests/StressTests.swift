// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataScripted
import StrataStore
import Testing

/// Many tasks at once; run by Scripts/soak under ThreadSanitizer and AddressSanitizer.
@Suite(.timeLimit(.minutes(isSoak ? 10 : 1))) struct StressTests {
  private let rounds = isSoak ? 2_000 : 100

  @Test(arguments: [true, false]) func readersWritersAndWatchersAgree(inMemory: Bool) async throws {
    let file = TemporaryStore()
    let store = try inMemory ? Store.inMemory() : file.open()
    let numbers = store.collection("n", of: Int.self, keyedBy: Int.self)
    let rounds = rounds
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for round in 0..<rounds {
            try await numbers.put(round, for: writer)
            #expect(try numbers.value(for: writer) == round)
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          var last = [0, 0, 0, 0]
          for _ in 0..<rounds {
            for item in try numbers.items() {
              #expect(item.value >= last[item.key], "a read went back in time")
              last[item.key] = item.value
            }
          }
        }
      }
      group.addTask {
        var last = 0
        for try await sum in numbers.updates(reading: { try $0.all().reduce(0, +) }) {
          #expect(sum >= last)
          last = sum
          if sum == 4 * (rounds - 1) { break }
        }
      }
      try await group.waitForAll()
    }
    #expect(try numbers.all() == Array(repeating: rounds - 1, count: 4))
    if !inMemory { #expect(try await store.integrityCheck() == []) }
  }

  /// A read sees whole transactions: what is taken from one is given to the other.
  @Test func noReadSeesHalfATransaction() async throws {
    let file = TemporaryStore()
    let store = try file.open()
    let accounts = store.collection("accounts", of: Int.self)
    try await accounts.put([(key: "a", value: 1_000), (key: "b", value: 0)])
    let rounds = rounds
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<rounds {
            try await store.write { transaction in
              let (a, b) = (
                try transaction.value(for: "a", in: accounts) ?? 0, try transaction.value(for: "b", in: accounts) ?? 0
              )
              try transaction.put(a - 1, for: "a", in: accounts)
              try transaction.put(b + 1, for: "b", in: accounts)
            }
          }
        }
        group.addTask {
          for _ in 0..<rounds {
            let sum = try accounts.all().reduce(0, +)
            #expect(sum == 1_000)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try accounts.value(for: "b") == 2 * rounds)
  }

  @Test func closingInTheMiddleIsAnErrorAndNoCrash() async throws {
    for _ in 0..<(isSoak ? 100 : 5) {
      let file = TemporaryStore()
      let store = try file.open()
      let numbers = store.collection("n", of: Int.self, keyedBy: Int.self)
      try await numbers.put(0, for: 0)
      let written = await withTaskGroup(of: Int.self) { group in
        for task in 1...4 {
          group.addTask {
            var count = 0
            for number in 0..<50 {
              let error = await code { try await numbers.put(1, for: task * 100 + number) }
              #expect(error == nil || error == .closed)
              if error != nil { break }
              count += 1
            }
            return count
          }
        }
        group.addTask {
          while ((try? numbers.count()) ?? 30) < 30 { await Task.yield() }
          store.close()
          return 0
        }
        return await group.reduce(0, +)
      }
      #expect(try file.open().collection("n", of: Int.self, keyedBy: Int.self).count() == written + 1)
    }
  }

  @Test func aLockedValueIsTouchedByOneAtATime() async {
    let count = Locked((sum: 0, isInside: false))
    let rounds = rounds
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<rounds {
            count.withLock { state in
              #expect(!state.isInside)
              state.isInside = true
              state.sum += 1
              state.isInside = false
            }
            _ = count.withLockIfFree { $0.sum }
          }
        }
      }
    }
    #expect(count.withLock { $0.sum } == 8 * rounds)
  }

  /// A watcher that goes away leaves nothing behind, and does not stop the others.
  @Test func watchersComeAndGo() async throws {
    let store = try Store.inMemory()
    let numbers = store.collection("n", of: Int.self)
    let rounds = rounds
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<rounds {
            for try await value in numbers.updates(for: "k") {
              _ = value
              break
            }
          }
        }
      }
      group.addTask { for round in 0..<rounds { try await numbers.put(round, for: "k") } }
      try await group.waitForAll()
    }
    var updates = numbers.updates(for: "k").makeAsyncIterator()
    #expect(try await updates.next() == rounds - 1)
  }
}
