// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Work that several tasks wait for: it runs once, and each waiter leaves on its own.
final class SharedFlight<Value: Sendable>: Sendable {
  private struct State {
    /// Who has joined and not left; without a continuation until it waits.
    var waiters: [(place: Int, resume: CheckedContinuation<Value, any Error>?)] = []
    var joined = 0
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
    var isAbandoned = false
  }

  private let endsWithLastWaiter: Bool
  private let onEnd: @Sendable (SharedFlight, Result<Value, any Error>?) -> Void
  private let state = Locked(State())

  /// Makes a flight, to be started by who makes it.
  ///
  /// - Parameters:
  ///   - endsWithLastWaiter: Whether the work is cancelled when nobody waits any more.
  ///   - onEnd: Called before the waiters hear of the end, or when the work is abandoned. Default: nothing.
  init(
    endsWithLastWaiter: Bool, onEnd: @escaping @Sendable (SharedFlight, Result<Value, any Error>?) -> Void = { _, _ in }
  ) {
    self.endsWithLastWaiter = endsWithLastWaiter
    self.onEnd = onEnd
  }

  /// Starts the work, which runs here until it waits for something: hold no lock.
  func start(_ work: @escaping @Sendable () async throws -> Value) {
    let task = Task<Void, Never>.startingNow {
      do { self.end(.success(try await work())) } catch { self.end(.failure(error)) }
    }
    let isAbandoned = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.isAbandoned
    }
    if isAbandoned { task.cancel() }
  }

  /// A place among the waiters; `nil` if the work was given up already.
  func join() -> Int? {
    state.withLock { state in
      guard !state.isAbandoned else { return nil }
      state.joined += 1
      state.waiters.append((state.joined, nil))
      return state.joined
    }
  }

  /// The work's value, or a `CancellationError` for a waiter that leaves.
  func value(_ place: Int) async throws -> Value {
    try await withCheckedThrowingContinuation { resume in
      let ready = state.withLock { state -> Result<Value, any Error>? in
        guard let index = state.waiters.firstIndex(where: { $0.place == place }) else {
          return .failure(CancellationError())
        }
        if state.result == nil { state.waiters[index].resume = resume } else { state.waiters.remove(at: index) }
        return state.result
      }
      if let ready { resume.resume(with: ready) }
    }
  }

  /// Has a waiter wait no longer: at once, and it alone.
  func leave(_ place: Int) {
    let (waiter, task, isAbandoned) = state.withLock {
      state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?, Bool) in
      guard let index = state.waiters.firstIndex(where: { $0.place == place }) else { return (nil, nil, false) }
      let waiter = state.waiters.remove(at: index).resume
      guard endsWithLastWaiter, state.result == nil, state.waiters.isEmpty else { return (waiter, nil, false) }
      state.isAbandoned = true
      return (waiter, state.task, true)
    }
    if isAbandoned { onEnd(self, nil) }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
  }

  private func end(_ result: Result<Value, any Error>) {
    onEnd(self, result)
    let waiters = state.withLock { state in
      state.result = result
      state.task = nil
      let waiting = state.waiters.compactMap(\.resume)
      state.waiters.removeAll { $0.resume != nil }
      return waiting
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
