// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import CRequestBenchmark
import Foundation
import StrataCache
import StrataRequest

/// StrataCache against a dictionary of bodies and the same decoding, and against the bare request.
///
///     CacheBenchmark                        the table; with "hits", "misses" or "first" that part alone
///     CacheBenchmark fill FILE              fills a cache for the next two
///     CacheBenchmark first-hit FILE         one hit of a process, in seconds, with the client's making and without
///     CacheBenchmark first-decode FILE      one decoding of a process, in seconds, with the file's reading and without
@main struct CacheBenchmark {
  static func main() async throws {
    // NB: it forks, so it comes before there are other threads.
    let isWhole = CommandLine.arguments.count == 1 || CommandLine.arguments[1] == "misses"
    let port = isWhole ? strata_benchmark_serve(String(decoding: Book.body, as: UTF8.self)) : 0
    try await run(port)
  }

  @concurrent private static func run(_ port: UInt16) async throws {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "fill": try await FirstHit(file: arguments[2]).fill()
    case "first-hit": try await FirstHit(file: arguments[2]).hit()
    case "first-decode": try FirstHit(file: arguments[2]).decode()
    default:
      let folder = FileManager.default.temporaryDirectory.appending(path: "strata-bench-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      print(Contest.head)
      let only = arguments.dropFirst().first
      if only == nil || only == "hits" { try await Hits(folder).run() }
      if only == nil || only == "misses" { try await Misses(folder, port).run() }
      if only == nil || only == "first" { try await FirstHit.run(folder) }
    }
  }
}

/// A book as a server sends it.
struct Book: Codable, Sendable {
  var id: Int
  var title: String
  var authors: [String]
  var year: Int
  var pages: Int
  var publisher: String
  var summary: String
  var price: Double
  var isAvailable: Bool

  /// About 2 kB of JSON.
  static let shelf = (0..<8).map { number in
    Book(
      id: number, title: "A book of the number \(number)", authors: ["Ann Author", "Bob Writer"], year: 2_000 + number,
      pages: 320, publisher: "Publisher and Sons", summary: "What happens when \(number) things happen at once",
      price: 12.5, isAvailable: true)
  }
  static let body: Data = (try? JSONEncoder().encode(shelf)) ?? Data()
}

/// Never asked.
struct Unreachable: Transporting {
  func exchange(_ request: TransportRequest) async throws -> TransportResponse {
    throw TransportError(.unreachable, "the benchmark asked a server")
  }
}

func answer() -> TransportResponse {
  TransportResponse(
    status: 200,
    headers: [
      "Content-Type": "application/json", "Cache-Control": "max-age=100000", "ETag": "\"a1b2c3\"",
      "Vary": "Accept-Encoding", "Server": "bench",
    ], body: ResponseBody(Book.body))
}

struct Canned: Transporting {
  func exchange(_ request: TransportRequest) async throws -> TransportResponse { answer() }
}

/// Fresh hits: 100 addresses in turn.
struct Hits {
  let client: Client
  let requests: [Request<[Book]>]
  let bodies: [String: Data]

  init(_ folder: URL) async throws {
    guard let base = URL(string: "http://books.test") else { throw CancellationError() }
    let cache = ResponseCache(at: folder.appending(path: "hits.sqlite"))
    client = Client(base, transport: Unreachable()) { $0.cache = cache }
    let filling = Client(base, transport: Canned()) { $0.cache = cache }
    requests = (0..<100).map { .get("/books/\($0)") }
    bodies = Dictionary(uniqueKeysWithValues: (0..<100).map { ("http://books.test/books/\($0)", Book.body) })
    for request in requests { _ = try await filling.send(request) }
    await cache.settled()
  }

  @concurrent func run() async throws {
    let count = 500
    let decoder = JSONDecoder()
    print(
      try await Contest("fresh hit, \(Book.body.count) bytes decoded", count: count, rounds: 61) { _ in
        for number in 0..<count {
          let body = bodies["http://books.test/books/\(number % 100)"] ?? Data()
          demand(try decoder.decode([Book].self, from: body).count == 8)
        }
      } ours: { _ in
        for number in 0..<count { demand(try await client.send(requests[number % 100]).count == 8) }
      }.line)
  }
}

/// Misses that are stored, against the same requests without a cache, over a socket to another process.
struct Misses {
  let bare: Client
  let caching: Client
  let cache: ResponseCache

  init(_ folder: URL, _ port: UInt16) throws {
    guard port != 0, let base = URL(string: "http://127.0.0.1:\(port)") else { throw CancellationError() }
    bare = Client(base)
    let cache = ResponseCache(at: folder.appending(path: "misses.sqlite"))
    self.cache = cache
    caching = Client(base) { $0.cache = cache }
  }

  private func request(_ round: Int, _ number: Int) -> Request<[Book]> {
    .get("/\(round)/\(number)").cached(.cacheElseNetwork(maxAge: .seconds(3_600)))
  }

  @concurrent func run() async throws {
    let count = 500
    print(
      try await Contest("miss, stored", count: count) { round in
        for number in 0..<count {
          demand(try await bare.send(request(round, number)).count == 8)
        }
      } ours: { round in
        for number in 0..<count {
          demand(try await caching.send(request(round, number)).count == 8)
        }
        await cache.settled()
      }.line)
  }
}

/// The first hit of a process, opening included, in processes of their own.
struct FirstHit {
  let file: String

  static func run(_ folder: URL) async throws {
    guard let program = Bundle.main.executableURL else { return }
    let file = folder.appending(path: "first.sqlite")
    try await FirstHit(file: file.path).fill()
    try Book.body.write(to: folder.appending(path: "first.json"))
    var times: [[Double]] = [[], [], [], []]
    for _ in 0..<41 {
      for (place, mode, path) in [(0, "first-hit", file), (2, "first-decode", folder.appending(path: "first.json"))] {
        let process = Process()
        let output = Pipe()
        (process.executableURL, process.arguments) = (program, [mode, path.path])
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let parts = text.split { $0.isWhitespace }.map { Double($0) ?? .infinity }
        demand(parts.count == 2)
        for part in 0..<2 { times[place + part].append(parts[part] * 1e3) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    // Two processes beside each other met the same machine.
    let ratios = [0, 1].map { place in zip(times[place], times[place + 2]).map { $0 / $1 }.sorted()[20] }
    print(
      String(
        format: """
          first hit of a process: %.2f ms, without making the client %.2f ms (wall)
          reading a file, look-up and decoding: %.2f ms, decoding alone %.2f ms; ratios %.2f and %.2f
          """, medians[0], medians[1], medians[2], medians[3], ratios[0], ratios[1]))
  }

  @concurrent func fill() async throws {
    guard let base = URL(string: "http://books.test") else { return }
    let cache = ResponseCache(at: URL(filePath: file))
    let filling = Client(base, transport: Canned()) { $0.cache = cache }
    for number in 0..<1_000 { _ = try await filling.send(.get("/books/\(number)", returning: [Book].self)) }
    await cache.close()
  }

  @concurrent func hit() async throws {
    guard let base = URL(string: "http://books.test") else { return }
    let start = ContinuousClock.now
    let client = Client(base, transport: Unreachable()) { $0.cache = ResponseCache(at: URL(filePath: file)) }
    let made = ContinuousClock.now
    demand(try await client.send(.get("/books/500", returning: [Book].self)).count == 8)
    let end = ContinuousClock.now
    // An app keeps its client: its end is no part of the hit.
    withExtendedLifetime(client) {}
    print((end - start) / .seconds(1), (end - made) / .seconds(1))
  }

  func decode() throws {
    let start = ContinuousClock.now
    let bodies = ["http://books.test/books/500": try Data(contentsOf: URL(filePath: file))]
    let read = ContinuousClock.now
    let body = bodies["http://books.test/books/500"] ?? Data()
    demand(try JSONDecoder().decode([Book].self, from: body).count == 8)
    let end = ContinuousClock.now
    print((end - start) / .seconds(1), (end - read) / .seconds(1))
  }
}
