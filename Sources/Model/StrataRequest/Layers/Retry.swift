// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Sends again what failed for a reason that may pass.
struct Retry: Layer {
  let policy: RetryPolicy
  let ticker: Ticker
  let random: @Sendable () -> Double
  let date: @Sendable () -> Date
  let events: Events

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    let policy = request.options.retry ?? policy
    var count = 1
    while true {
      do {
        let response = try await attempt(request, next)
        guard count < policy.maxAttempts, request.isReplayable, policy.statuses.contains(response.status),
          let pause = pause(after: count, policy, response.headers["Retry-After"])
        else { return response }
        await response.body.drop()
        events.send(.willRetry(attempt: count + 1, after: pause), of: request)
        try await wait(pause, request)
      } catch let error as TransportError {
        guard count < policy.maxAttempts, request.isReplayable, error.kind.mayPass,
          let pause = pause(after: count, policy, nil)
        else { throw error }
        events.send(.willRetry(attempt: count + 1, after: pause), of: request)
        try await wait(pause, request)
      }
      count += 1
    }
  }

  /// One attempt; with its whole body where that is wanted, so that a loss inside the body counts as well.
  private func attempt(_ request: TransportRequest, _ next: Next) async throws -> TransportResponse {
    var response = try await next(request)
    if let limit = request.options.wholeBodyLimit {
      response.body = ResponseBody(try await response.body.whole(upTo: limit))
    }
    return response
  }

  private func wait(_ pause: Duration, _ request: TransportRequest) async throws {
    let end = ticker.now() + pause
    guard let lifetime = request.options.lifetime else { return try await ticker.sleep(end) }
    try await lifetime.run { [ticker] in try await ticker.sleep(end) }
  }

  /// How long to wait; `nil` where the server wants more than the policy gives.
  private func pause(after attempt: Int, _ policy: RetryPolicy, _ retryAfter: String?) -> Duration? {
    if let asked = retryAfter.flatMap(seconds) {
      return asked <= policy.longestPause ? asked : nil
    }
    return policy.pause(after: attempt, random: random())
  }

  /// `Retry-After` as seconds or as a date (RFC 9110 section 10.2.3).
  private func seconds(_ text: String) -> Duration? {
    if let seconds = Int(text) { return seconds >= 0 ? .seconds(seconds) : nil }
    return HTTPDate.parse(text).map { .seconds(max(0, $0.timeIntervalSince(date()))) }
  }
}

extension TransportError.Kind {
  /// Whether another attempt may succeed.
  fileprivate var mayPass: Bool {
    switch self {
    case .unreachable, .interrupted, .timedOut: true
    case .untrusted, .malformed, .invalidRequest: false
    }
  }
}
