// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a command does when it is run while it runs.
public enum CommandPolicy: Hashable, Sendable, CaseIterable {
  /// Nothing: a second tap on Save.
  case ignore
  /// Cancels the run and starts anew: a search.
  case restart
  /// Runs once more afterwards, in order: sends.
  case queue
}

/// The states of a command and what each event starts. No task, no await.
package struct CommandMachine<Input> {
  /// What the owner of the machine has to do.
  package enum Step {
    /// Cancel the task that runs.
    case cancel
    /// Start a task; `isAfterLast` means once the one before has ended, cancelled or not.
    case start(id: Int, input: Input, isAfterLast: Bool)
  }

  private let policy: CommandPolicy
  private var lastID = 0
  private var current: Int?
  private var waiting: [Input] = []

  package init(policy: CommandPolicy) { self.policy = policy }

  /// Whether a run's result is awaited.
  package var isRunning: Bool { current != nil }
  /// Whether nothing runs and nothing waits.
  package var isIdle: Bool { current == nil && waiting.isEmpty }

  /// Whether a run is the one whose result counts.
  package func isCurrent(_ id: Int) -> Bool { current == id }

  package mutating func run(_ input: Input) -> [Step] {
    guard current != nil else { return [start(input)] }
    switch policy {
    case .ignore: return []
    case .restart: return [.cancel, start(input)]
    case .queue:
      waiting.append(input)
      return []
    }
  }

  package mutating func cancel() -> [Step] {
    waiting = []
    guard current != nil else { return [] }
    current = nil
    return [.cancel]
  }

  /// A run has ended. Its result counts only if it is the current one.
  package mutating func ended(_ id: Int) -> (counts: Bool, steps: [Step]) {
    guard current == id else { return (false, []) }
    current = nil
    return (true, waiting.isEmpty ? [] : [start(waiting.removeFirst())])
  }

  private mutating func start(_ input: Input) -> Step {
    lastID += 1
    current = lastID
    return .start(id: lastID, input: input, isAfterLast: policy == .queue)
  }
}
