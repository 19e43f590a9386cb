// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// One thing a user can do that takes time: save, send, sign in.
///
/// A control is bound to ``canRun`` and ``isRunning``; what went wrong is ``failure``. A view model
/// holds it as a `let` and gives it services and fields, not itself.
///
/// ```swift
/// public let save: Command<Void, Void>
/// save = Command(when: { !name.value.isEmpty }) { try await service.rename(name.value) }
/// ```
///
/// Releasing it cancels what runs. A late result of something cancelled changes nothing.
/// Runs on the main actor.
@MainActor @Observable public final class Command<Input, Output> {
  /// Whether it runs. False at once when it is cancelled.
  public private(set) var isRunning = false
  /// Why the last run failed. `nil` when it starts, when it succeeds, and when it was cancelled.
  public private(set) var failure: Failure?
  /// What the last successful run gave.
  public private(set) var output: Output?
  /// How far the run is, from 0 to 1, if it reports it.
  public private(set) var progress: Double?

  /// Whether ``run(_:)`` would do something now. Observable.
  public var canRun: Bool { (policy != .ignore || !isRunning) && isAllowed() }

  @ObservationIgnored private let policy: CommandPolicy
  @ObservationIgnored private let isAllowed: () -> Bool
  @ObservationIgnored private let action: (Input, CommandProgress) async throws -> Output
  @ObservationIgnored private var machine: CommandMachine<Input>
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Makes a command that reports its progress.
  ///
  /// - Parameters:
  ///   - policy: What a run does while another runs. Default: nothing.
  ///   - isAllowed: Whether it may run at all; read again when it changes. Default: always.
  ///   - action: Does it. Runs on the main actor until it awaits something else.
  public init(
    policy: CommandPolicy = .ignore, when isAllowed: @escaping () -> Bool = { true },
    reporting action: @escaping (Input, CommandProgress) async throws -> Output
  ) {
    self.policy = policy
    self.isAllowed = isAllowed
    self.action = action
    machine = CommandMachine(policy: policy)
  }

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - policy: What a run does while another runs. Default: nothing.
  ///   - isAllowed: Whether it may run at all; read again when it changes. Default: always.
  ///   - action: Does it. Runs on the main actor until it awaits something else.
  public convenience init(
    policy: CommandPolicy = .ignore, when isAllowed: @escaping () -> Bool = { true },
    _ action: @escaping (Input) async throws -> Output
  ) {
    self.init(policy: policy, when: isAllowed, reporting: { input, _ in try await action(input) })
  }

  deinit { task?.cancel() }

  /// Runs it, if ``canRun`` says so. Returns at once.
  public func run(_ input: Input) {
    if isAllowed() { follow(machine.run(input)) }
  }

  /// Ends what runs and forgets what waits. Silent: no failure.
  public func cancel() { follow(machine.cancel()) }

  /// Forgets the failure, once it was shown.
  public func clearFailure() { failure = nil }

  /// Returns when nothing runs and nothing waits.
  public func finished() async {
    while let task { await task.value }
  }

  // MARK: - Following the machine

  private func follow(_ steps: [CommandMachine<Input>.Step]) {
    for step in steps {
      switch step {
      case .cancel: task?.cancel()
      case .start(let id, let input, let isAfterLast): start(id, input, isAfterLast)
      }
    }
    if isRunning != machine.isRunning { isRunning = machine.isRunning }
    if !isRunning, progress != nil { progress = nil }
  }

  private func start(_ id: Int, _ input: Input, _ isAfterLast: Bool) {
    let last = isAfterLast ? task : nil
    if failure != nil { failure = nil }
    if progress != nil { progress = nil }
    let report = CommandProgress { [weak self] fraction in
      if let self, self.machine.isCurrent(id) { self.progress = min(max(fraction, 0), 1) }
    }
    task = Task { [weak self, action] in
      await last?.value
      var result: Result<Output, any Error>
      do {
        try Task.checkCancellation()
        result = .success(try await action(input, report))
      } catch {
        result = .failure(error)
      }
      self?.ended(id, result)
    }
  }

  private func ended(_ id: Int, _ result: Result<Output, any Error>) {
    let (counts, steps) = machine.ended(id)
    if machine.isIdle { task = nil }
    guard counts else { return follow(steps) }
    switch result {
    case .success(let value): output = value
    case .failure(let error):
      let reason = Failure(error)
      if reason.kind != .cancelled { failure = reason }
    }
    follow(steps)
  }
}

extension Command where Input == Void {
  /// Runs it, if ``canRun`` says so. Returns at once.
  public func run() { run(()) }
}
