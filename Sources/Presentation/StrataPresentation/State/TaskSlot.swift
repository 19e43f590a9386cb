// Part of Strata.
// SPDX-License-Identifier: MIT

/// Room for one task: a newer one cancels the older, and releasing the slot cancels the last.
@MainActor package final class TaskSlot {
  /// Says whether a task is still the slot's newest. A late result asks this before it changes anything.
  @MainActor package struct Turn {
    fileprivate let number: Int
    fileprivate weak var slot: TaskSlot?

    /// Whether no newer task was started, and the slot is alive.
    package var isCurrent: Bool { slot?.number == number }
  }

  private var task: Task<Void, Never>?
  private var number = 0

  package init() {}

  deinit { task?.cancel() }

  /// Cancels the task that runs and starts another.
  @discardableResult package func run(_ body: @escaping @MainActor (Turn) async -> Void) -> Task<Void, Never> {
    cancel()
    let turn = Turn(number: number, slot: self)
    let task = Task { [weak self] in
      await body(turn)
      if turn.isCurrent { self?.task = nil }
    }
    self.task = task
    return task
  }

  /// Cancels the task that runs; its late result is nobody's.
  package func cancel() {
    number += 1
    task?.cancel()
    task = nil
  }

  /// Returns when no task runs.
  package func finished() async {
    while let task { await task.value }
  }
}
