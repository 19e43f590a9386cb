// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// The time a request may take, which stands still while it waits for a slot (W17).
final class Deadline: Sendable {
  private struct State {
    var end: Duration
    var pausedAt: Duration?
  }

  private let ticker: Ticker
  private let state: Locked<State>

  /// Starts the time.
  init(_ limit: Duration, _ ticker: Ticker) {
    self.ticker = ticker
    state = Locked(State(end: ticker.now() + limit))
  }

  /// Stops or continues the time.
  func setPaused(_ isPaused: Bool) {
    let now = ticker.now()
    state.withLock { state in
      if isPaused {
        state.pausedAt = state.pausedAt ?? now
      } else if let since = state.pausedAt {
        state.end += now - since
        state.pausedAt = nil
      }
    }
  }

  /// Runs work, and cancels it when the time is over.
  ///
  /// - Throws: ``TransportError/Kind-swift.enum/timedOut``, or what the work throws.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await self.elapse()
        throw TransportError(.timedOut, "the whole took longer than it may")
      }
      defer { group.cancelAll() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func elapse() async throws {
    while true {
      let (end, pausedAt) = state.withLock { ($0.end, $0.pausedAt) }
      let now = ticker.now()
      // NB: while paused the end is unknown, but not nearer than what is left from now on.
      let wake = pausedAt.map { now + (end - $0) } ?? end
      guard wake > now else { return }
      try await ticker.sleep(wake)
    }
  }
}
