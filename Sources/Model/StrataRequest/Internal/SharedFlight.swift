// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Work that several tasks wait for: it runs once, and each waiter leaves on its own.
final class SharedFlight<Value: Sendable>: Sendable {
  private struct State {
    var waiters: [(number: Int, resume: CheckedContinuation<Value, any Error>)] = []
    var joined = 0
    /// Who has joined and not left.
    var waiting: Set<Int> = []
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
    var isAbandoned = false
  }

  private let endsWithLastWaiter: Bool
  private let onEnd: @Sendable (SharedFlight, Result<Value, any Error>?) -> Void
  private let state = Locked(State())

  /// Starts the work.
  ///
  /// - Parameters:
  ///   - endsWithLastWaiter: Whether the work is cancelled when nobody waits any more.
  ///   - onEnd: Called before the waiters hear of the end, or when the work is abandoned.
  init(
    endsWithLastWaiter: Bool, _ work: @escaping @Sendable () async throws -> Value,
    onEnd: @escaping @Sendable (SharedFlight, Result<Value, any Error>?) -> Void
  ) {
    self.endsWithLastWaiter = endsWithLastWaiter
    self.onEnd = onEnd
    let task = Task {
      do { self.end(.success(try await work())) } catch { self.end(.failure(error)) }
    }
    state.withLock { $0.task = task }
  }

  /// A place among the waiters; `nil` if the work was given up already.
  func join() -> Int? {
    state.withLock { state in
      guard !state.isAbandoned else { return nil }
      state.joined += 1
      state.waiting.insert(state.joined)
      return state.joined
    }
  }

  /// The work's value, or at once a `CancellationError` for this waiter alone.
  func value(_ place: Int) async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { resume in
        let ready = state.withLock { state -> Result<Value, any Error>? in
          // NB: asked inside the lock: whoever cancels later finds the waiter in the list.
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.result == nil { state.waiters.append((place, resume)) }
          return state.result
        }
        if let ready { resume.resume(with: ready) }
      }
    } onCancel: {
      leave(place)
    }
  }

  private func leave(_ place: Int) {
    let (waiter, abandoned) = state.withLock { state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
      let waiter = state.waiters.firstIndex { $0.number == place }.map { state.waiters.remove(at: $0).resume }
      state.waiting.remove(place)
      guard endsWithLastWaiter, state.result == nil, state.waiting.isEmpty, !state.isAbandoned else {
        return (waiter, nil)
      }
      state.isAbandoned = true
      return (waiter, state.task)
    }
    if abandoned != nil { onEnd(self, nil) }
    waiter?.resume(throwing: CancellationError())
    abandoned?.cancel()
  }

  private func end(_ result: Result<Value, any Error>) {
    onEnd(self, result)
    let waiters = state.withLock { state in
      state.result = result
      state.task = nil
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume.resume(with: result) }
  }
}
