// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// model.query = "swift"
/// clock.advance(by: .milliseconds(300))
/// ```
///
/// `advance` never waits: a sleep whose deadline has passed returns at once. So
/// fix deadlines where the event happens (`sleep(until:)`), and a test needs no yields.
/// Safe to use from any task.
public final class ManualClock: Clock, Sendable {
  /// A time on this clock: what it was advanced by since it was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public var offset: Duration

    /// Makes the instant `offset` after the clock's start.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// How long from here to the other instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var slept: [Duration] = []
    var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

    /// Those who have waited for as many sleeps as there are now.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let due = watchers.filter { $0.value.count <= slept.count }
      for id in due.keys { watchers[id] = nil }
      return due.values.map(\.continuation)
    }
  }

  private let state = Locked(State())

  /// Makes a clock at zero.
  public init() {}

  /// The time it shows.
  public var now: Instant { state.withLock { $0.now } }

  /// Always zero.
  public var minimumResolution: Duration { .zero }

  /// How many sleeps wait on this clock.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// How long each sleep that had to wait was asked to be, in the order they began.
  public var slept: [Duration] { state.withLock { $0.slept } }

  /// Waits until so many sleeps have had to wait since the clock was made: the moment to advance it, where the
  /// code under test takes its own way to a sleep.
  ///
  /// ```swift
  /// async let answer = client.send(request)
  /// await clock.sleeps(begun: 1)
  /// clock.advance(by: .seconds(60))
  /// ```
  ///
  /// Returns early when the task is cancelled.
  public func sleeps(begun count: Int) async {
    let id = nextNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          // NB: asked inside the lock: whoever cancels later finds the watcher.
          guard state.slept.count < count, !Task.isCancelled else { return false }
          state.watchers[id] = (count, continuation)
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.watchers.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  /// Waits until the clock was advanced to the deadline; a past one returns at once.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = Task.isCancelled
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          if isCancelled || deadline <= state.now { return nil }
          state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
          state.slept.append(state.now.duration(to: deadline))
          return state.takeWatchers()
        }
        if let watchers {
          for watcher in watchers { watcher.resume() }
          if Task.isCancelled { cancel(id) }
        } else if isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          continuation.resume()
        }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves the clock forward and wakes who is due, earliest first. Never waits.
  ///
  /// - Parameter duration: Negative durations move nothing.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: max(duration, .zero))
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    }
    for (_, sleeper) in due { sleeper.continuation.resume() }
  }

  private func nextNumber() -> Int {
    state.withLock { state in
      state.next += 1
      return state.next
    }
  }

  private func cancel(_ id: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
  }
}
