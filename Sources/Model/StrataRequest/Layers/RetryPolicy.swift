// Part of Strata.
// SPDX-License-Identifier: MIT

/// When a failed request is sent again by itself, and after how long.
///
/// Only what cannot do harm twice is: idempotent methods, and requests with an idempotency key
/// (``Request/idempotent(_:)``). A cancelled request never is.
///
/// ```swift
/// $0.retry = .exponential(maxAttempts: 5, base: .milliseconds(200))
/// ```
public struct RetryPolicy: Sendable, Hashable {
  /// How often a request is sent at most, the first time included.
  public var maxAttempts: Int
  /// The pause before the second attempt, doubled for each further one.
  public var base: Duration
  /// The longest pause. A server that asks for a longer one (`Retry-After`) is not asked again.
  public var longestPause: Duration
  /// The statuses that a further attempt may change.
  public var statuses: Set<Int> {
    get { otherStatuses ?? Self.usualStatuses }
    set { otherStatuses = newValue == Self.usualStatuses ? nil : newValue }
  }

  /// NB: `nil` for the usual ones, because the first set of numbers costs a process a fifth of a millisecond.
  private var otherStatuses: Set<Int>?
  private static let usualStatuses: Set<Int> = [408, 429, 502, 503, 504]

  /// Pauses that double, each shortened at random by up to half so that clients do not come together.
  ///
  /// Defaults: 3 attempts, 0.5 seconds, 30 seconds, statuses 408, 429, 502, 503, 504 (L2-35, W4).
  public static func exponential(
    maxAttempts: Int = 3, base: Duration = .milliseconds(500), longestPause: Duration = .seconds(30),
    statuses: Set<Int>? = nil
  ) -> RetryPolicy {
    var policy = RetryPolicy(maxAttempts: maxAttempts, base: base, longestPause: longestPause)
    if let statuses { policy.statuses = statuses }
    return policy
  }

  /// Every request is sent once.
  public static let never = RetryPolicy.exponential(maxAttempts: 1)

  /// The pause after a number of failures; `random` is from 0 to 1.
  func pause(after failures: Int, random: Double) -> Duration {
    min(base * (1 << min(failures - 1, 20)), longestPause) * (1 - random / 2)
  }
}
