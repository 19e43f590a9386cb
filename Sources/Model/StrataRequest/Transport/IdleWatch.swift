// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Something that must not stand still for long.
protocol IdleWatched: AnyObject, Sendable {
  /// When it has stood still for too long, if nothing happens before; `nil` when it is over.
  func idleEnd(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant?
  /// Called once when it has.
  func standsStill()
}

/// Watches exchanges with one sleeping task, not one for each.
final class IdleWatch: Sendable {
  private struct State {
    var watched: [ObjectIdentifier: any IdleWatched] = [:]
    var wake: ContinuousClock.Instant?
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())

  deinit { state.withLock(\.task)?.cancel() }

  /// Watches from now on.
  func add(_ watched: any IdleWatched) {
    guard let end = watched.idleEnd(.now) else { return }
    state.withLock { state in
      state.watched[ObjectIdentifier(watched)] = watched
      guard end < state.wake ?? end.advanced(by: .seconds(1)) else { return }
      sleep(until: end, &state)
    }
  }

  /// Watches no more.
  func remove(_ watched: any IdleWatched) {
    state.withLock { _ = $0.watched.removeValue(forKey: ObjectIdentifier(watched)) }
  }

  private func sleep(until wake: ContinuousClock.Instant, _ state: inout State) {
    state.task?.cancel()
    state.wake = wake
    state.task = Task { [weak self] in
      do { try await ContinuousClock().sleep(until: wake) } catch { return }
      self?.check(wake)
    }
  }

  private func check(_ wake: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let still = state.withLock { state -> [any IdleWatched] in
      guard state.wake == wake else { return [] }
      (state.wake, state.task) = (nil, nil)
      var still: [any IdleWatched] = [], next: ContinuousClock.Instant?
      for watched in state.watched.values {
        guard let end = watched.idleEnd(now) else { continue }
        if end <= now { still.append(watched) } else { next = min(next ?? end, end) }
      }
      if let next { sleep(until: next, &state) }
      return still
    }
    for watched in still { watched.standsStill() }
  }
}
