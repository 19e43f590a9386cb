// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataCache
import StrataContract
import StrataRequest
import StrataScripted
import StrataStore

/// A server, a cache on a real file, a user and a clock, all of which a test moves.
final class World: Sendable {
  /// What the server does.
  enum Server: Sendable {
    case answers(String, Headers)
    case status(Int)
    case offline
    /// Never answers; the waiter is told that it was asked.
    case hangs(@Sendable () -> Void)
    /// Answers as a closure says.
    case replies(@Sendable (TransportRequest) async throws -> ScriptedReply)
  }

  private struct State: Sendable {
    var server = Server.answers("1", [:])
    var user: String?
    var problems: [StoreError] = []
  }

  let time = TestTime()
  let folder = FileManager.default.temporaryDirectory.appending(path: "strata-cache-\(UUID().uuidString)")
  private let state = Locked(State())
  private let change: @Sendable (inout ResponseCache.Configuration) -> Void
  private let opened = Locked<ResponseCache?>(nil)
  let transport: ScriptedTransport

  init(_ change: @escaping @Sendable (inout ResponseCache.Configuration) -> Void = { _ in }) {
    self.change = change
    let state = state
    transport = ScriptedTransport { request in
      switch state.withLock(\.server) {
      case .answers(let text, let headers): return .data(Data(text.utf8), headers: headers)
      case .status(let status): return .status(status)
      case .offline: return .failure(.unreachable)
      case .hangs(let asked):
        asked()
        try await Task.sleep(for: .seconds(3_600))
        return .status(200)
      case .replies(let reply): return try await reply(request)
      }
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var url: URL { folder.appending(path: "cache.sqlite") }
  var calls: Int { transport.requests.count }
  var problems: [StoreError] { state.withLock(\.problems) }
  func serve(_ server: Server) { state.withLock { $0.server = server } }
  func signIn(_ user: String?) { state.withLock { $0.user = user } }

  /// The cache, opened where it is not.
  var cache: ResponseCache {
    opened.withLock { opened in
      if let opened { return opened }
      let cache = ResponseCache(at: url) { [time, state, change] in
        $0.date = { time.now }
        $0.scope = { state.withLock(\.user) }
        $0.onProblem = { problem in state.withLock { $0.problems.append(problem) } }
        change(&$0)
      }
      opened = cache
      return cache
    }
  }

  /// Ends the cache as the end of the process would, and begins a new one on the same file.
  func restart() async {
    await cache.close()
    opened.withLock { $0 = nil }
  }

  var client: Client {
    Client(site, transport: transport) { [cache] in
      $0.cache = cache
      $0.retry = .never
    }
  }

  /// What a request gives, in words: the value and where it came from, or why not.
  func ask(_ policy: CachePolicy = .http, _ path: String = "/b", headers: Headers = [:]) async -> String {
    var request = Request.raw(.get, path, headers: headers).cached(policy)
    request.accepts = { (200...299).contains($0) }
    return await result(request)
  }

  func result(_ request: Request<Answer>) async -> String {
    do throws(RequestError) {
      let answer = try await client.send(request)
      return "\(answer.text) \(answer.origin)"
    } catch {
      return "\(error.reason)"
    }
  }

  /// What comes of `deliveries`, in words.
  func deliveries(_ request: Request<String>) async -> [String] {
    var seen: [String] = []
    do {
      for try await delivery in client.deliveries(request) { seen.append("\(delivery.value) \(delivery.origin)") }
    } catch {
      seen.append((error as? RequestError).map { "\($0.reason)" } ?? "\(error)")
    }
    return seen
  }
}

let site = URL(string: "http://books.test")!

/// A latch: tasks wait until somebody opens it.
final class Latch: Sendable {
  private let state = Locked<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func wait() async {
    await withCheckedContinuation { waiter in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(waiter) }
        return state.isOpen
      }
      if isOpen { waiter.resume() }
    }
  }
}
