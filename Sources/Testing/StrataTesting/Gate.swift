// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// A point where code under test waits until the test opens it.
///
/// ```swift
/// let gate = Gate()
/// let model = Model { try await gate.pass() }
/// gate.open()
/// ```
///
/// Open once, it stays open until ``close()``. Safe to use from any task.
public final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var next = 0
    var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  }

  private let state = Locked(State())

  /// Makes a closed gate.
  public init() {}

  /// How many wait.
  public var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Waits until the gate is open.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func pass() async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiters[id] = continuation }
          return state.isOpen
        }
        if isOpen { continuation.resume() } else if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Lets everyone pass, now and until ``close()``.
  public func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [:] }
      return state.waiters
    }
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) { waiter.resume() }
  }

  /// Stops whoever comes from now on.
  public func close() { state.withLock { $0.isOpen = false } }

  private func cancel(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(throwing: CancellationError())
  }
}
