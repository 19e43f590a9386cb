// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation

/// What runs for a ``Presenter``, told apart by keys: the newest of a key counts, and all of it ends with the presenter.
///
/// ```swift
/// button.isEnabled = !presenter.work.isRunning("rename")
/// ```
///
/// Runs on the main actor.
@MainActor @Observable public final class PresenterWork {
  private var running: [AnyHashable: TaskSlot] = [:]

  /// Makes it with nothing running.
  public init() {}

  /// Whether the question with a key is not answered yet. Observable.
  public func isRunning(_ key: some Hashable & Sendable) -> Bool { running[key] != nil }

  /// Cancels the question with a key; nobody is told.
  public func cancel(_ key: some Hashable & Sendable) { running.removeValue(forKey: key)?.cancel() }

  /// Cancels all questions.
  public func cancelAll() {
    for slot in running.values { slot.cancel() }
    running = [:]
  }

  /// Returns when nothing runs. For tests.
  public func finished() async {
    while let slot = running.values.first { await slot.finished() }
  }

  /// Runs a question; what it returns happens if nothing newer has begun, and nothing was cancelled.
  func run(_ key: some Hashable & Sendable, _ body: @escaping @MainActor () async -> () -> Void) {
    let slot = running[key] ?? TaskSlot()
    running[key] = slot
    slot.run { [weak self] turn in
      let tell = await body()
      guard turn.isCurrent else { return }
      self?.running[key] = nil
      tell()
    }
  }
}
