// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// A request that is under way.
public struct RunningRequest: Sendable, Hashable {
  /// Its number within the client, from 1.
  public let number: Int
  /// The verb.
  public let method: HTTPMethod
  /// The URL, with secrets as `***`.
  public let url: String
  /// Its tags.
  public let tags: Set<String>
}

/// The requests under way, so that they can be listed and cancelled (W16).
final class Running: Sendable {
  private struct State {
    var last = 0
    var requests: [Int: (request: TransportRequest, lifetime: Lifetime)] = [:]
  }

  private let state = Locked(State())

  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Runs work so that it is listed, and cancelled by its tags.
  func listing<Value>(
    _ request: TransportRequest, _ lifetime: Lifetime, _ work: () async throws -> Value
  ) async throws -> Value {
    let number = request.options.number
    state.withLock { $0.requests[number] = (request, lifetime) }
    defer { state.withLock { _ = $0.requests.removeValue(forKey: number) } }
    return try await work()
  }

  var requests: [RunningRequest] {
    let running = state.withLock { $0.requests.values.map(\.request) }
    return running.map {
      RunningRequest(
        number: $0.options.number, method: $0.method, url: $0.loggedURL, tags: $0.options.tags)
    }.sorted { $0.number < $1.number }
  }

  /// Cancels what a rule names.
  func cancel(where matches: (TransportRequest) -> Bool) {
    let running = state.withLock { Array($0.requests.values) }
    for (request, lifetime) in running where matches(request) { lifetime.cancel() }
  }
}

extension Client {
  /// The requests under way, oldest first.
  public var inFlight: [RunningRequest] { running.requests }

  /// Cancels every request under way that has a tag; each throws with the reason `cancelled`.
  public func cancel(tag: String) { running.cancel { $0.options.tags.contains(tag) } }

  /// Cancels every request under way: at sign-out, for instance (L2-34).
  public func cancelAll() { running.cancel { _ in true } }
}
