// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import CStoreBenchmark
import Foundation
import StrataStore

/// StrataStore against a C loop on the same SQLite: same pragmas, same 1 kB values, in turns within one run.
@main struct StoreBenchmark {
  static func main() async throws { try await run() }

  @concurrent private static func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    printHead()
    try await Writing(folder).run()
    try await Reading(folder).run()
    try await Coding(folder).run()
  }
}

func spelled(_ number: Int) -> String {
  let digits = "\(number)"
  return "user_" + String(repeating: "0", count: 7 - digits.count) + digits
}

/// A kilobyte.
let kilobyte = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })

/// Puts and deletes, on fresh files that both grow alike.
struct Writing {
  let limit: OpaquePointer
  let store: Store
  let rows: StoreCollection<String, Data>

  init(_ folder: URL) throws {
    limit = strata_c_store_open(folder.appending(path: "c-writing.sqlite").path)
    store = try Store(at: folder.appending(path: "writing.sqlite"))
    rows = store.collection("rows", encoding: .raw)
  }

  @concurrent func run() async throws {
    let single = 2_000
    try await compare("put single", count: single) { round in
      put(round * single, single, 0)
    } ours: { round in
      for number in round * single..<(round + 1) * single { try await rows.put(kilobyte, for: spelled(number)) }
    }
    let (batch, batches) = (1_000, 4)
    let start = 1_000_000
    try await compare("put batched, 1,000", count: batch * batches) { round in
      put(start + round * batch * batches, batch * batches, batch)
    } ours: { round in
      let first = start + round * batch * batches
      for number in stride(from: first, to: first + batch * batches, by: batch) {
        try await rows.put((number..<number + batch).map { (key: spelled($0), value: kilobyte) })
      }
    }
    try await compare("delete by prefix, of 1,000 rows", count: batch * batches) { round in
      for part in 0..<batches { strata_c_store_delete(limit, thousand(round * batches + part)) }
    } ours: { round in
      for part in 0..<batches {
        try await rows.delete(prefix: thousand(round * batches + part))
      }
    }
    strata_c_store_close(limit)
    store.close()
  }

  private func thousand(_ number: Int) -> String { String(spelled(1_000_000 + number * 1_000).dropLast(3)) }

  private func put(_ first: Int, _ count: Int, _ batch: Int) {
    kilobyte.withUnsafeBytes {
      strata_c_store_put(limit, Int64(first), Int64(count), Int64(batch), $0.baseAddress, Int32($0.count))
    }
  }
}

/// Gets, scans and counts of 100,000 rows.
struct Reading {
  let limit: OpaquePointer
  let store: Store
  let rows: StoreCollection<String, Data>
  let total = 100_000

  init(_ folder: URL) throws {
    limit = strata_c_store_open(folder.appending(path: "c-reading.sqlite").path)
    store = try Store(at: folder.appending(path: "reading.sqlite"))
    rows = store.collection("rows", encoding: .raw)
  }

  @concurrent func run() async throws {
    kilobyte.withUnsafeBytes { strata_c_store_put(limit, 0, Int64(total), 1_000, $0.baseAddress, Int32($0.count)) }
    for number in stride(from: 0, to: total, by: 1_000) {
      try await rows.put((number..<number + 1_000).map { (key: spelled($0), value: kilobyte) })
    }
    var random = Splitter(state: 1)
    let numbers = (0..<5_000).map { _ in Int64.random(in: 0..<Int64(total), using: &random) }
    try await gets("get, random", numbers)
    try await gets("get, near", numbers.indices.map { Int64($0 % 500) })
    try await scans()
    strata_c_store_close(limit)
    store.close()
  }

  private func gets(_ name: String, _ numbers: [Int64]) async throws {
    let keys = numbers.map { spelled(Int($0)) }
    try await compare(name, count: keys.count) { _ in
      _ = strata_c_store_get(limit, numbers, Int64(numbers.count))
    } ours: { _ in
      var bytes = 0
      for key in keys { bytes += try rows.value(for: key)?.count ?? 0 }
      demand(bytes == keys.count * kilobyte.count)
    }
  }

  private func scans() async throws {
    try await compare("get all, per row", count: 10_000) { _ in
      strata_c_store_scan(limit, "user_000")
    } ours: { _ in
      let values = try rows.all(prefix: "user_000")
      demand(values.count == 10_000)
    }
    let prefixes = (0..<100).map { spelled($0 * 100).dropLast(2) }.map(String.init)
    try await compare("scan by prefix of 100 rows, per row", count: 10_000) { _ in
      for prefix in prefixes { strata_c_store_scan(limit, prefix) }
    } ours: { _ in
      for prefix in prefixes { try demand(rows.all(prefix: prefix).count == 100) }
    }
    try await compare("count of 100,000 rows", count: 10) { _ in
      for _ in 0..<10 { demand(strata_c_store_count(limit) == total) }
    } ours: { _ in
      for _ in 0..<10 { try demand(rows.count() == total) }
    }
  }
}

/// Gets and puts of a Codable value against the same bytes through C and the same JSON coders.
struct Coding {
  struct Book: Codable, Sendable {
    var id: Int
    var title: String
    var authors: [String]
    var publisher: String
    var year: Int
    var pages: Int
    var price: Double
    var inStock: Bool
    var summary: String
  }

  let limit: OpaquePointer
  let store: Store
  let books: StoreCollection<String, Book>
  let total = 2_000
  let coders = (encoder: JSONEncoder(), decoder: JSONDecoder())

  init(_ folder: URL) throws {
    limit = strata_c_store_open(folder.appending(path: "c-coding.sqlite").path)
    store = try Store(at: folder.appending(path: "coding.sqlite"))
    books = store.collection("rows")
    coders.encoder.outputFormatting = .withoutEscapingSlashes
  }

  @concurrent func run() async throws {
    try await compare("put, Codable", count: total) { round in
      for number in 0..<total { try put(number, book(number, round)) }
    } ours: { round in
      for number in 0..<total { try await books.put(book(number, round), for: spelled(number)) }
    }
    try await compare("get, Codable", count: total) { _ in
      for number in 0..<total { try demand(get(number).id == number) }
    } ours: { _ in
      for number in 0..<total { try demand(books.value(for: spelled(number))?.id == number) }
    }
    try await searches()
    strata_c_store_close(limit)
    store.close()
  }

  /// One of 100,000 rows by an indexed field. The limit is the row's get by its key.
  private func searches() async throws {
    let rows = store.collection("many", of: Book.self, indexes: [.init(\.title)])
    for first in stride(from: 0, to: 100_000, by: 5_000) {
      try await rows.put((first..<first + 5_000).map { (key: spelled($0), value: book($0, 0)) })
    }
    try await compare("one of 100,000 by an index, Codable", count: total) { _ in
      for number in 0..<total { try demand(get(number).id == number) }
    } ours: { _ in
      for number in 0..<total {
        let found = try rows.all(.where(.equal(\.title, "The title of book \(number * 50)")))
        demand(found.map(\.id) == [number * 50])
      }
    }
  }

  private func put(_ number: Int, _ book: Book) throws {
    try coders.encoder.encode(book).withUnsafeBytes {
      strata_c_store_put(limit, Int64(number), 1, 0, $0.baseAddress, Int32($0.count))
    }
  }

  private func get(_ number: Int) throws -> Book {
    let data = withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
      let size = strata_c_store_copy(limit, Int64(number), buffer.baseAddress, Int32(buffer.count))
      return Data(buffer.prefix(Int(size)))
    }
    return try coders.decoder.decode(Book.self, from: data)
  }

  private func book(_ number: Int, _ round: Int) -> Book {
    Book(
      id: number, title: "The title of book \(number)", authors: ["Ursula K. Le Guin", "Somebody Else"],
      publisher: "Harper & Row", year: 1900 + number % 100, pages: 100 + number % 900, price: 8.8, inStock: true,
      summary: String(repeating: "A long sentence about the book. ", count: 24) + "\(round)")
  }
}

/// A small generator with a fixed seed, so that every run does the same.
struct Splitter: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
