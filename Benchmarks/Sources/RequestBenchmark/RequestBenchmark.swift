// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import CRequestBenchmark
import Foundation
import StrataRequest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// 5,000 GETs of 2 kB JSON, decoded, against a server in a process of its own.
/// Arguments: how many, how many turns, and the one part to run (curl, session or layers).
///
/// In the table of `session` the second is the one that is compared: 0.33 of the time are three times the requests.
@main struct RequestBenchmark {
  struct Book: Codable, Sendable {
    var id: Int
    var title: String
    var authors: [String]
    var year: Int
    var price: Double
  }

  static let books = (0..<20).map {
    Book(id: $0, title: "The Swift book, part \($0)", authors: ["Ann \($0)", "Bo"], year: 2_000 + $0, price: 9.5)
  }

  static func main() async throws {
    let body = try JSONEncoder().encode(books)
    let port = strata_benchmark_serve(String(decoding: body, as: UTF8.self))
    guard port != 0, let url = URL(string: "http://127.0.0.1:\(port)/books") else { return print("no server") }
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5_000
    let rounds = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5
    print("\(count) GETs of \(body.count) bytes of JSON, decoded; \(rounds) turns each; per request")
    print(Contest.head)
    let only = CommandLine.arguments.dropFirst(3).first
    if only ?? "curl" == "curl" { try await curl(url, body, count, rounds) }
    if only ?? "session" == "session" { try await session(url, count, rounds) }
    if only == "decode" {
      let c = try await Contest("decode", count: count, rounds: rounds) { _ in
        for _ in 0..<count { demand(try JSONDecoder().decode([Book].self, from: body).count == books.count) }
      } ours: { _ in
        demand(strata_benchmark_get(url.absoluteString, Int32(count)) > 0)
      }
      print(c.line)
    }
    if only ?? "layers" == "layers" { try await layers(body, count, rounds) }
  }

  /// `count` times, `width` at once.
  static func times(_ count: Int, _ width: Int, _ work: @escaping @Sendable () async throws -> Int) async throws {
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<width {
        group.addTask {
          var sum = 0
          for _ in stride(from: worker, to: count, by: width) { sum += try await work() }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    demand(counts == count * books.count)
  }

  /// Against a loop on libcurl in C, which does not decode, plus the decoding.
  @concurrent static func curl(_ url: URL, _ body: Data, _ count: Int, _ rounds: Int) async throws {
    let client = Client(url, transport: CurlTransport())
    func decode() throws {
      let decoder = JSONDecoder()
      for _ in 0..<count { demand(try decoder.decode([Book].self, from: body).count == books.count) }
    }
    for width in [1, 16] {
      let contest = try await Contest("C on libcurl + decoding, \(width) at once", count: count, rounds: rounds) { _ in
        let received =
          width == 1
          ? strata_benchmark_get(url.absoluteString, Int32(count))
          : strata_benchmark_get_at_once(url.absoluteString, Int32(count), Int32(width))
        demand(received == Int64(body.count * count))
        try decode()
      } ours: { _ in
        try await times(count, width) { try await client.send(Request<[Book]>.get("").unshared()).count }
      }
      print(contest.line)
    }
  }

  /// Against URLSession with a delegate and nothing else: both transports, and what no client can do better, a loop on
  /// libcurl in C that decodes each answer as it comes.
  @concurrent static func session(_ url: URL, _ count: Int, _ rounds: Int) async throws {
    let bare = BareSession()
    @Sendable func ask() async throws -> Int {
      try JSONDecoder().decode([Book].self, from: try await bare.get(url)).count
    }
    let transports: [(String, any Transporting)] = [
      ("CurlTransport", CurlTransport()), ("URLSessionTransport", URLSessionTransport()),
    ]
    for (name, transport) in transports {
      let client = Client(url, transport: transport)
      for width in [1, 16] {
        let contest = try await Contest("bare URLSession, \(name), \(width) at once", count: count, rounds: rounds) {
          _ in
          try await times(count, width, ask)
        } ours: { _ in
          try await times(count, width) { try await client.send(Request<[Book]>.get("").unshared()).count }
        }
        print(contest.line)
      }
    }
    for width in [1, 16] {
      let name = "bare URLSession, a loop in C, \(width) at once"
      let contest = try await Contest(name, count: count, rounds: rounds) { _ in
        try await times(count, width, ask)
      } ours: { _ in
        demand(strata_benchmark_get_each(url.absoluteString, Int32(count), Int32(width), decode) == Int64(count))
      }
      print(contest.line)
    }
  }

  /// Decodes what the loop in C has received.
  private static let decode: @convention(c) (UnsafePointer<CChar>, Int) -> Bool = { bytes, count in
    let body = Data(bytes: bytes, count: count)
    return (try? JSONDecoder().decode([Book].self, from: body).count) == books.count
  }

  /// What the client itself costs: a transport that answers at once.
  @concurrent static func layers(_ body: Data, _ count: Int, _ rounds: Int) async throws {
    struct Instant: Transporting {
      let body: Data
      func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        TransportResponse(status: 200, body: ResponseBody(body))
      }
    }
    guard let url = URL(string: "http://h/books") else { return }
    let transport = Instant(body: body), client = Client(url, transport: transport)
    let contest = try await Contest("the transport alone", count: count * 4, rounds: rounds) { _ in
      for _ in 0..<(count * 4) {
        demand(
          try await transport.exchange(TransportRequest(.get, url)).body.collect(upTo: 10_000)?.count == body.count)
      }
    } ours: { _ in
      for _ in 0..<(count * 4) { demand(try await client.send(.data("")).count == body.count) }
    }
    print(contest.line)
  }
}

/// What every client above URLSession sits on: one session, one delegate, one continuation for each task.
final class BareSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // @unchecked: `flights` is touched under the lock alone; `session` is set once, before any use.
  private let lock = NSLock()
  private var flights: [Int: (data: Data, waiter: CheckedContinuation<Data, any Error>)] = [:]
  private var session = URLSession.shared

  override init() {
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = 64
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  func get(_ url: URL) async throws -> Data {
    try await withCheckedThrowingContinuation { waiter in
      let task = session.dataTask(with: url)
      lock.withLock { flights[task.taskIdentifier] = (Data(), waiter) }
      task.resume()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    lock.withLock { flights[dataTask.taskIdentifier]?.data.append(data) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let flight = lock.withLock { flights.removeValue(forKey: task.taskIdentifier) }
    if let error {
      flight?.waiter.resume(throwing: error)
    } else if let flight {
      flight.waiter.resume(returning: flight.data)
    }
  }
}
