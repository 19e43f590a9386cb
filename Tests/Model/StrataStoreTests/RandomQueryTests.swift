// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataStore
import Testing

/// A store and a plain dictionary do the same, whatever is done: random histories with fixed seeds.
@Suite(.timeLimit(.minutes(isSoak ? 10 : 1))) struct RandomQueryTests {
  private struct Row: Codable, Equatable {
    var name: String
    var size: Int?
    var price: Double
  }
  private static let words = ["a", "a_", "a%", "ab", "A", "é", "e\u{301}x", "z", "", "\u{1F600}", "a'b", "\""]

  private func random(_ random: inout Seeded) -> Row {
    Row(
      name: Self.words.randomElement(using: &random) ?? "", size: Int.random(in: -1...5, using: &random).nilIfNegative,
      price: Double(Int.random(in: 0...4, using: &random)) / 4)
  }

  /// What the query means, in Swift.
  private func expected(
    _ model: [String: Row], _ name: String?, _ sizes: Range<Int>?, _ prefix: String?, _ order: String,
    _ descending: Bool
  ) -> [String] {
    let rows = model.filter { key, row in
      (name == nil || Array(row.name.utf8) == Array((name ?? "").utf8))
        && (sizes == nil || row.size.map { sizes?.contains($0) == true } == true)
        && (prefix == nil || key.utf8.starts(with: (prefix ?? "").utf8))
    }
    let less: (String, String) -> Bool = { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let sorted = rows.sorted { one, two in
      switch order {
      case "price" where one.value.price != two.value.price: one.value.price < two.value.price
      case "size" where one.value.size != two.value.size: (one.value.size ?? .min) < (two.value.size ?? .min)
      default: less(one.key, two.key)
      }
    }
    return (descending ? sorted.reversed() : sorted).map(\.key)
  }

  @Test func queriesMeanWhatTheyMeanInSwift() async throws {
    for seed in 0..<(isSoak ? 300 : 12) {
      var generator = Seeded(state: UInt64(seed))
      let rows = try Store.inMemory().collection(
        "rows", of: Row.self, indexes: [.init(\.name), .init(\.size), .init(\.price)])
      var model: [String: Row] = [:]
      for _ in 0..<60 {
        let key =
          (Self.words.randomElement(using: &generator) ?? "").precomposedStringWithCanonicalMapping
          + "\(Int.random(in: 0..<9, using: &generator))"
        if Int.random(in: 0..<4, using: &generator) == 0 {
          #expect(try await rows.delete(key) == (model.removeValue(forKey: key) != nil))
        } else {
          let row = random(&generator)
          try await rows.put(row, for: key)
          model[key] = row
        }
        try check(rows, model, &generator, seed)
      }
    }
  }

  private func check(
    _ rows: StoreCollection<String, Row>, _ model: [String: Row], _ generator: inout Seeded, _ seed: Int
  ) throws {
    let name = Bool.random(using: &generator) ? Self.words.randomElement(using: &generator) : nil
    let low = Int.random(in: 0...5, using: &generator)
    let sizes = Bool.random(using: &generator) ? low..<low + 2 : nil
    let prefix = Bool.random(using: &generator) ? Self.words[Int.random(in: 0..<6, using: &generator)] : nil
    let order = ["key", "price", "size"].randomElement(using: &generator) ?? "key"
    let descending = Bool.random(using: &generator)
    var query = prefix.map { StoreQuery<String, Row>.prefix($0) } ?? .all
    if let name { query = query.where(.equal(\.name, name)) }
    if let sizes { query = query.where(.range(\.size, sizes)) }
    query =
      switch order {
      case "price": query.order(descending ? .descending(\.price) : .ascending(\.price))
      case "size": query.order(descending ? .descending(\.size) : .ascending(\.size))
      default: query.order(descending ? .key.reversed : .key)
      }
    let keys = expected(model, name, sizes, prefix, order, descending)
    let comment: Comment = "seed \(seed): \(query)"
    #expect(try rows.keys(query) == keys, comment)
    #expect(try rows.all(query) == keys.map { model[$0] }, comment)
    #expect(try rows.count(query) == keys.count, comment)
    let (limit, offset) = (Int.random(in: 0...4, using: &generator), Int.random(in: 0...4, using: &generator))
    #expect(try rows.keys(query.limit(limit).offset(offset)) == Array(keys.dropFirst(offset).prefix(limit)), comment)
    let groups = Dictionary(grouping: keys, by: { model[$0]?.name ?? "" }).mapValues(\.count)
    #expect(try rows.counts(by: \.name, query) == groups, comment)
  }
}

extension Int {
  fileprivate var nilIfNegative: Int? { self < 0 ? nil : self }
}
