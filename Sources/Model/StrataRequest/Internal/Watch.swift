// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// Something that may take or stand still for so long and no longer.
protocol Watched: AnyObject, Sendable {
  /// When its time is up, if nothing happens before; `nil` when it is over or stands still, which is watched no more.
  func end(_ now: Duration) -> Duration?
  /// Called when its time is up.
  func timeIsUp()
}

/// Watches many things with one sleeping task: a sleep for each would cost more than what is watched.
final class Watch: Sendable {
  private struct State {
    var watched: [ObjectIdentifier: any Watched] = [:]
    var wake: Duration?
    var task: Task<Void, Never>?
  }

  let ticker: Ticker
  private let state = Locked(State())

  init(_ ticker: Ticker) { self.ticker = ticker }

  deinit { state.withLock(\.task)?.cancel() }

  /// Watches from now on.
  func add(_ watched: any Watched) {
    guard let end = watched.end(ticker.now()) else { return }
    state.withLock { state in
      state.watched[ObjectIdentifier(watched)] = watched
      if let wake = state.wake, wake <= end { return }
      sleep(until: end, &state)
    }
  }

  /// Watches no more.
  func remove(_ watched: any Watched) {
    state.withLock { _ = $0.watched.removeValue(forKey: ObjectIdentifier(watched)) }
  }

  private func sleep(until wake: Duration, _ state: inout State) {
    state.task?.cancel()
    state.wake = wake
    state.task = Task { [weak self, ticker] in
      do { try await ticker.sleep(wake) } catch { return }
      self?.check(wake)
    }
  }

  private func check(_ wake: Duration) {
    let now = ticker.now()
    let over = state.withLock { state -> [any Watched] in
      guard state.wake == wake else { return [] }
      (state.wake, state.task) = (nil, nil)
      var over: [any Watched] = [], next: Duration?
      for (key, watched) in state.watched {
        guard let end = watched.end(now) else {
          state.watched[key] = nil
          continue
        }
        if end <= now { over.append(watched) } else { next = min(next ?? end, end) }
      }
      if let next { sleep(until: next, &state) }
      return over
    }
    for watched in over { watched.timeIsUp() }
  }
}
