// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
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
}
