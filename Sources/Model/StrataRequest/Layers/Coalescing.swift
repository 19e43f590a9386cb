// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract

/// Lets equal safe requests share one exchange; each reads the same bytes for itself.
///
/// A waiter that is cancelled leaves the others alone; the exchange ends with the last one.
final class Coalescing: Layer {
  private struct Key: Hashable {
    let method: HTTPMethod
    let url: URL
    let headers: Headers
    let body: Data?
    let cache: CachePolicy
    let cacheVersion: Int
    let cacheScope: CacheScope?
    let delivery: DeliveryPart
    let retry: RetryPolicy?
    let timeouts: [Duration?]

    init(_ request: TransportRequest, body: Data?) {
      method = request.method
      url = request.url
      headers = request.headers
      self.body = body
      cache = request.options.cache
      cacheVersion = request.options.cacheVersion
      cacheScope = request.options.cacheScope
      delivery = request.options.delivery
      retry = request.options.retry
      timeouts = [request.options.idleTimeout, request.options.connectTimeout]
    }
  }

  private struct Shared {
    let flight: SharedFlight<Answer>
    let waits: SlotWaits
  }

  private let limit: Int
  private let events: Events
  /// NB: in a struct of its own, the dictionary's type is not looked up before it is used, which takes a fifth of a
  /// millisecond in a process that has just begun.
  private struct Table {
    var shared: [Key: Shared] = [:]
  }

  private let table = Locked(Table())

  init(limit: Int, events: Events) {
    self.limit = limit
    self.events = events
  }

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    guard request.method.isSafe else {
      // Whoever reads after a write must not be told what was there before it.
      defer { forget(request.url) }
      return try await next(request)
    }
    guard let key = key(of: request) else { return try await next(request) }
    let (shared, place, isNew) = join(key)
    if let onSlotWait = request.options.onSlotWait { shared.waits.add(onSlotWait) }
    if isNew { start(shared, request, next) } else { events.send(.joined, of: request) }
    let answer = try await request.wait {
      shared.flight.leave(place)
    } for: {
      try await shared.flight.value(place)
    }
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: ResponseBody(answer.body), origin: answer.origin)
  }

  /// What makes requests equal; `nil` for one that stays alone.
  private func key(of request: TransportRequest) -> Key? {
    guard request.options.isShared, request.options.onSent == nil,
      request.options.answerToSave == nil
    else { return nil }
    switch request.body {
    case nil: return Key(request, body: nil)
    case .data(let data): return Key(request, body: data)
    case .stream, .file: return nil
    }
  }

  /// Lets nobody join what is being read from an address, whatever its query.
  private func forget(_ url: URL) {
    table.withLock { table in
      if !table.shared.isEmpty { table.shared = table.shared.filter { !$0.key.url.hasSamePlace(as: url) } }
    }
  }

  private func join(_ key: Key) -> (shared: Shared, place: Int, isNew: Bool) {
    table.withLock { table in
      if let shared = table.shared[key], let place = shared.flight.join() { return (shared, place, false) }
      let flight = SharedFlight<Answer>(endsWithLastWaiter: true) { [weak self] flight, _ in
        self?.table.withLock { table in
          if table.shared[key]?.flight === flight { table.shared[key] = nil }
        }
      }
      let shared = Shared(flight: flight, waits: SlotWaits())
      table.shared[key] = shared
      // NB: a flight that has not begun has not been given up.
      return (shared, flight.join() ?? 0, true)
    }
  }

  private func start(_ shared: Shared, _ request: TransportRequest, _ next: @escaping Next) {
    var request = request
    // It belongs to all who wait, and ends with the last of them.
    request.options.lifetime = nil
    request.options.onSlotWait = { shared.waits.set($0) }
    shared.flight.start { [request, limit] in try await Answer(next(request), upTo: limit) }
  }
}

/// Tells everybody who shares an exchange that it waits for a slot.
private final class SlotWaits: Sendable {
  private let state = Locked<(isWaiting: Bool, observers: [@Sendable (Bool) -> Void])>((false, []))

  func add(_ observer: @escaping @Sendable (Bool) -> Void) {
    let isWaiting = state.withLock { state in
      state.observers.append(observer)
      return state.isWaiting
    }
    if isWaiting { observer(true) }
  }

  func set(_ isWaiting: Bool) {
    let observers = state.withLock { state in
      state.isWaiting = isWaiting
      return state.observers
    }
    for observer in observers { observer(isWaiting) }
  }
}

extension Answer {
  /// Reads a whole answer.
  init(_ response: TransportResponse, upTo limit: Int) async throws {
    let body = try await response.body.whole(upTo: limit)
    self.init(status: response.status, headers: response.headers, body: body, origin: response.origin)
  }
}
