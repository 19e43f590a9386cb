// Part of Strata.
// SPDX-License-Identifier: MIT

/// A clock with its instants as durations since it was made: what `any Clock` cannot give.
struct Ticker: Sendable {
  let now: @Sendable () -> Duration
  /// Sleeps until a moment of this ticker. Throws `CancellationError`.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init(_ clock: any Clock<Duration>) { self = Self.opened(clock) }

  private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  private static func opened(_ clock: some Clock<Duration>) -> Ticker {
    let start = clock.now
    return Ticker(
      now: { start.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
  }
}
