// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataScripted
import StrataStore
import Testing

@Suite(.timeLimit(.minutes(1))) struct ExpiryTests {
  private let clock = Clock(Date(timeIntervalSince1970: 1_000))
  private func numbers() throws -> StoreCollection<String, Int> {
    let clock = clock
    return try Store.inMemory { $0.now = { clock.now } }.collection("numbers")
  }
  private func set(_ seconds: Double) { clock.now = Date(timeIntervalSince1970: seconds) }

  @Test func aValueEndsAtItsTimeAndNotBefore() async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    try await numbers.put(2, for: "b")
    set(1_099.9)
    #expect(try numbers.value(for: "a") == 1)
    #expect(try numbers.count() == 2)
    set(1_100)
    #expect(try numbers.count() == 1)
    #expect(try numbers.all() == [2])
    #expect(try numbers.value(for: "a") == nil)
  }

  @Test(arguments: ["value", "all", "count", "contains", "keys"])
  func whatWasSeenExpiredStaysAwayWhenTheClockGoesBack(read: String) async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    set(1_200)
    switch read {
    case "value": #expect(try numbers.value(for: "a") == nil)
    case "all": #expect(try numbers.all() == [])
    case "count": #expect(try numbers.count() == 0)
    case "keys": #expect(try numbers.keys() == [])
    default: #expect(try !numbers.contains("a"))
    }
    set(1_050)
    #expect(try numbers.value(for: "a") == nil)
    #expect(try numbers.count() == 0)
  }

  @Test func aClockBeforeTheWriteEndsTheValue() async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    try await numbers.put(2, for: "b")
    set(500)
    #expect(try numbers.count() == 1)
    #expect(try numbers.value(for: "a") == nil)
    set(1_050)
    #expect(try numbers.value(for: "a") == nil)
    #expect(try numbers.value(for: "b") == 2)
  }

  @Test func anExpiredKeyIsCreatedAnew() async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    set(1_200)
    try await numbers.put(2, for: "a", expires: .at(Date(timeIntervalSince1970: 1_300)))
    #expect(try numbers.item(for: "a")?.created == Date(timeIntervalSince1970: 1_200))
    set(1_400)
    #expect(try await numbers.deleteExpired() == 1)
  }

  /// The reader knew of no value that expires; another store then writes the first one.
  @Test(arguments: ["all", "count", "keys", "items", "groups", "value"])
  func theFirstExpiringValueOfAnotherStoreExpiresHereToo(read: String) async throws {
    let clock = clock
    let file = TemporaryStore()
    let (one, two) = (try file.open { $0.now = { clock.now } }, try file.open { $0.now = { clock.now } })
    let (here, there) = (one.collection("n", of: Int.self), two.collection("n", of: Int.self))
    try await here.put(1, for: "a")
    #expect(try here.all() == [1] && here.count() == 1)
    try await there.put(2, for: "b", expires: .after(.seconds(100)))
    #expect(try here.all() == [1, 2])
    set(1_100)
    switch read {
    case "all": #expect(try here.all() == [1])
    case "count": #expect(try here.count() == 1)
    case "keys": #expect(try here.keys() == ["a"])
    case "items": #expect(try here.items().map(\.key) == ["a"])
    case "groups": #expect(try here.results().count == 1)
    default: #expect(try here.value(for: "b") == nil)
    }
    #expect(try there.count() == 1)
  }

  /// The clock moves back and forward around an expiry: once seen expired it stays away, and never before its time.
  @Test(arguments: [
    ([1_050, 1_099, 1_001], true), ([1_100], false), ([1_099, 1_100, 1_050], false), ([999], false),
    ([1_050, 999, 1_050], false), ([1_000_000, 1_000], false), ([1_000], true), ([-5_000, 1_010], false),
  ])
  func aClockThatMovesBackAndForward(times: [Double], isThere: Bool) async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    for time in times {
      set(time)
      _ = try numbers.value(for: "a")
    }
    #expect(try numbers.contains("a") == isThere)
    #expect(try numbers.count() == (isThere ? 1 : 0))
    set(1_010)
    #expect(try numbers.contains("a") == isThere)
  }

  @Test func writingAgainWithoutExpiryKeepsTheValueForGood() async throws {
    let numbers = try numbers()
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    try await numbers.put(2, for: "a")
    set(5_000)
    #expect(try numbers.value(for: "a") == 2)
    #expect(try numbers.item(for: "a")?.expires == nil)
    #expect(try await numbers.deleteExpired() == 0)
  }

  @Test func anExpiredValueIsNoMemberOfAnythingInATransaction() async throws {
    let clock = clock
    let store = try Store.inMemory { $0.now = { clock.now } }
    let numbers = store.collection("numbers", of: Int.self)
    try await numbers.put(1, for: "a", expires: .after(.seconds(100)))
    try await numbers.put(2, for: "b")
    set(2_000)
    let seen = try await store.write { transaction in
      (
        try transaction.value(for: "a", in: numbers), try transaction.count(in: numbers),
        try transaction.all(in: numbers)
      )
    }
    #expect(seen.0 == nil && seen.1 == 1 && seen.2 == [2])
  }
}
