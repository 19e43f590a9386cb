// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation

/// Whether the app is in front, and whether the system is short of memory. Fed by an adapter, read by models.
///
/// One per app, made in its root and handed to who needs it: to refresh on coming back, to pause polling (field reports,
/// D), to empty caches.
///
/// ```swift
/// observe { activity.phase } apply: { phase in
///   if phase == .active { Task { await books.refresh(.loadedPages) } }
/// }
/// ```
///
/// Runs on the main actor.
@MainActor @Observable public final class AppActivity {
  /// How much of the user's attention the app has.
  public enum Phase: Hashable, Sendable, CaseIterable {
    /// On screen, and used.
    case active
    /// On screen, and something else is in front of it.
    case inactive
    /// Not on screen; it may be suspended at any time.
    case background
  }

  /// How much of the user's attention the app has now.
  public private(set) var phase: Phase

  /// How often the system asked for memory. Observe it to empty what can be read again.
  public private(set) var memoryWarnings = 0

  @ObservationIgnored private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  @ObservationIgnored private var next = 0

  /// Makes it.
  ///
  /// - Parameter phase: Where the app is at first. Default: active.
  public init(_ phase: Phase = .active) { self.phase = phase }

  /// The app went to another phase. For adapters.
  public func enter(_ phase: Phase) {
    guard phase != self.phase else { return }
    self.phase = phase
    guard phase == .active else { return }
    let due = waiters
    waiters = [:]
    for (_, waiter) in due.sorted(by: { $0.key < $1.key }) { waiter.resume() }
  }

  /// The system asked for memory. For adapters.
  public func memoryIsShort() { memoryWarnings += 1 }

  /// Returns when the app is in front: at once, or when it comes back. For loops that poll.
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public func untilActive() async throws {
    next += 1
    let id = next
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else if phase == .active {
          continuation.resume()
        } else {
          waiters[id] = continuation
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.waiters.removeValue(forKey: id)?.resume(throwing: CancellationError()) }
    }
  }
}
