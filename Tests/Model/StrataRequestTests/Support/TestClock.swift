// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A clock that stands still until it is advanced, and says who sleeps on it.
final class TestClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var now = Instant()
    var sleepers: [UUID: (end: Instant, waiter: CheckedContinuation<Void, any Error>)] = [:]
    var slept: [Duration] = []
    var watchers: [(count: Int, waiter: CheckedContinuation<Void, Never>)] = []
  }

  private let lock = NSLock()
  // Reached under the lock alone.
  private nonisolated(unsafe) var state = State()

  var now: Instant { lock.withLock { state.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How long each sleep so far was asked to be.
  var slept: [Duration] { lock.withLock { state.slept } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>]? in
          if Task.isCancelled || deadline <= state.now { return nil }
          state.sleepers[id] = (deadline, waiter)
          state.slept.append(state.now.duration(to: deadline))
          let count = state.slept.count
          defer { state.watchers.removeAll { $0.count <= count } }
          return state.watchers.filter { $0.count <= count }.map(\.waiter)
        }
        guard let ready else {
          return Task.isCancelled ? waiter.resume(throwing: CancellationError()) : waiter.resume()
        }
        ready.forEach { $0.resume() }
      }
    } onCancel: {
      lock.withLock { state.sleepers.removeValue(forKey: id) }?.waiter.resume(throwing: CancellationError())
    }
  }

  /// Moves the time and wakes who is due.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.end <= state.now }
      due.keys.forEach { state.sleepers.removeValue(forKey: $0) }
      return due.values.sorted { $0.end < $1.end }.map(\.waiter)
    }
    due.forEach { $0.resume() }
  }

  /// Returns when so many sleeps were begun, counted from the start.
  func sleeps(_ count: Int) async {
    await withCheckedContinuation { waiter in
      let isReady = lock.withLock {
        if state.slept.count < count { state.watchers.append((count, waiter)) }
        return state.slept.count >= count
      }
      if isReady { waiter.resume() }
    }
  }
}
