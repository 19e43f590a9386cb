// Part of Strata.
// SPDX-License-Identifier: MIT

/// The tasks of one screen: releasing it cancels them all.
///
/// Use it for work that belongs to a screen and is no ``Command``: following updates, a load that
/// nobody waits for.
///
/// ```swift
/// let tasks = TaskScope()
/// tasks.run { for await rows in service.updates() { model.rows = rows } }
/// ```
///
/// A screen that owns the scope captures itself weakly in `body`. Runs on the main actor.
@MainActor public final class TaskScope {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastID = 0

  /// Makes an empty scope.
  public init() {}

  deinit { for task in tasks.values { task.cancel() } }

  /// How many run.
  public var count: Int { tasks.count }

  /// Starts a task that ends with the scope.
  ///
  /// - Parameter body: Runs on the main actor until it awaits something else.
  /// - Returns: The task, for a caller that wants to cancel it alone.
  @discardableResult public func run(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    lastID += 1
    let id = lastID
    let task = Task { [weak self] in
      await body()
      self?.tasks[id] = nil
    }
    tasks[id] = task
    return task
  }

  /// Cancels everything that runs. The scope can be used again.
  public func cancelAll() {
    for task in tasks.values { task.cancel() }
  }

  /// Returns when nothing runs.
  public func finished() async {
    while let task = tasks.values.first { await task.value }
  }
}
