// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// The place where changes wait until the next frame, and are then applied together.
///
/// Toolkits say once how to be called before the next frame; tests call ``flush()``.
///
/// ```swift
/// UpdateLoop.main.schedule { flush in loop.beforeNextFrame(flush) }
/// ```
///
/// Without a schedule a flush is a job of the main actor. Safe to use from any
/// thread; applying runs on the main actor.
public final class UpdateLoop: Sendable {
  /// The loop of the process's main actor.
  public static let main = UpdateLoop()

  private struct State {
    var waiting: [Observing] = []
    var again: [Observing] = []
    var isScheduled = false
    var schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  }

  /// How many rounds of changes made by applying one flush follows before it
  /// leaves the rest to the next one.
  static let rounds = 100

  private let state: Locked<State>

  init() {
    state = Locked(
      State(schedule: { flush in Task { @MainActor in flush() } }))
  }

  /// Says how to have something run before the next frame.
  ///
  /// - Parameter hook: Runs on any thread, at most once per turn; it has its
  ///   argument called on the main thread, later and once. It must not call it itself.
  public func schedule(with hook: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    let owed = state.withLock { state in
      state.schedule = hook
      return state.isScheduled
    }
    if owed { hook { MainActor.assumeIsolated { self.scheduledFlush() } } }
  }

  /// Applies everything that waits, now, and what changes thereby, 100 rounds at most.
  ///
  /// Runs on the main actor. Bindings that keep changing each other are left to the
  /// next flush, with a line that names one, so that the app stays alive.
  @MainActor public func flush() {
    for _ in 0..<Self.rounds {
      let batch = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      if batch.isEmpty { return lookLater() }
      for observing in batch { _ = observing.update() }
    }
    if let endless = state.withLock({ $0.waiting.first }) {
      print(
        "Strata: after \(Self.rounds) rounds applying still changes what the binding made at \(endless.place) reads.")
      scheduleIfNeeded()
    }
    lookLater()
  }

  @MainActor private func scheduledFlush() {
    state.withLock { $0.isScheduled = false }
    flush()
  }

  /// Moves what wants a second look into the next turn.
  private func lookLater() {
    let again = state.withLock { state in
      defer { state.again = [] }
      return state.again
    }
    for observing in again where observing.markPending() { enqueue(observing) }
  }

  func lookAgain(_ observing: Observing) {
    state.withLock { $0.again.append(observing) }
  }

  func enqueue(_ observing: Observing) {
    state.withLock { $0.waiting.append(observing) }
    scheduleIfNeeded()
  }

  private func scheduleIfNeeded() {
    let schedule = state.withLock { state in
      defer { state.isScheduled = true }
      return state.isScheduled ? nil : state.schedule
    }
    schedule? { MainActor.assumeIsolated { self.scheduledFlush() } }
  }
}
