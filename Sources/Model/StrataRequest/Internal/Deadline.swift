// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// The time a request may take, which stands still while it waits for a slot (W17).
final class Deadline: Sendable {
  private struct State {
    var end: Duration
    var pausedAt: Duration?
    var isOver = false
    // A task's handle is valid while the task runs: it is put in and taken out by the task itself, and used under the lock.
    nonisolated(unsafe) var task: UnsafeCurrentTask?
  }

  private let watch: Watch
  private let isLimited: Bool
  private let state: Locked<State>

  /// Starts the time.
  init(_ limit: Duration, _ watch: Watch) {
    self.watch = watch
    isLimited = limit < .unlimited
    state = Locked(State(end: watch.ticker.now() + limit))
  }

  /// Stops or continues the time.
  func setPaused(_ isPaused: Bool) {
    let now = watch.ticker.now()
    state.withLock { state in
      if isPaused {
        state.pausedAt = state.pausedAt ?? now
      } else if let since = state.pausedAt {
        state.end += now - since
        state.pausedAt = nil
      }
    }
  }

  /// Runs work in a task of its own, and cancels that when the time is over.
  ///
  /// - Throws: ``TransportError/Kind-swift.enum/timedOut``, or what the work throws.
  func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    do {
      return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask {
          withUnsafeCurrentTask { task in self.state.withLock { $0.task = task } }
          defer { self.state.withLock { $0.task = nil } }
          return try await work()
        }
        if isLimited { watch.add(self) }
        defer { watch.remove(self) }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      }
    } catch  where state.withLock(\.isOver) {
      throw TransportError(.timedOut, "the whole took longer than it may")
    }
  }
}

extension Deadline: Watched {
  func end(_ now: Duration) -> Duration? {
    state.withLock { state in
      // NB: while paused the end is unknown, but not nearer than what is left from now on.
      state.pausedAt.map { now + (state.end - $0) } ?? state.end
    }
  }

  func timeIsUp() {
    state.withLock { state in
      state.isOver = true
      state.task?.cancel()
    }
  }
}

extension Duration {
  /// Longer than any process lives: a hundred years.
  static let unlimited = Duration.seconds(100 * 365 * 86_400)
}
