// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataContract
import StrataTesting
import Testing

/// An action that the test ends, call by call.
@MainActor private final class Calls {
  private(set) var inputs: [Int] = []
  private(set) var cancelled: [Int] = []
  private var gates: [Int: Gate] = [:]

  func gate(_ input: Int) -> Gate {
    if let gate = gates[input] { return gate }
    let gate = Gate()
    gates[input] = gate
    return gate
  }

  func run(_ input: Int) async throws -> Int {
    inputs.append(input)
    do { try await gate(input).pass() } catch {
      cancelled.append(input)
      throw error
    }
    if input < 0 { throw Failure(.offline) }
    return input * 10
  }
}

@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct CommandTests {
  private let calls = Calls()

  private func command(_ policy: CommandPolicy) -> Command<Int, Int> {
    Command(policy: policy) { [calls] in try await calls.run($0) }
  }

  // S4-18: the control is enabled again on both outcomes.
  @Test(arguments: [(1, Optional(10)), (-1, nil)]) func runEndsIdleOnBothOutcomes(input: Int, output: Int?) async {
    let command = command(.ignore)
    #expect(command.canRun && !command.isRunning)
    command.run(input)
    #expect(command.isRunning && !command.canRun)
    calls.gate(input).open()
    await command.finished()
    #expect(!command.isRunning && command.canRun)
    #expect(command.output == output)
    #expect(command.failure == (output == nil ? Failure(.offline) : nil))
  }

  @Test func secondTapIsIgnored() async {
    let command = command(.ignore)
    command.run(1)
    command.run(2)
    calls.gate(1).open()
    await command.finished()
    #expect(calls.inputs == [1])
    #expect(command.output == 10)
  }

  @Test func restartDropsTheOlderRunAndItsLateResult() async {
    let command = command(.restart)
    command.run(1)
    command.run(2)
    #expect(command.canRun)
    calls.gate(2).open()
    calls.gate(1).open()
    await command.finished()
    #expect(command.output == 20)
    #expect(command.failure == nil)
  }

  @Test func queueRunsInOrderAndOneAtATime() async {
    let command = command(.queue)
    for input in 1...3 { command.run(input) }
    for input in 1...3 { calls.gate(input).open() }
    await command.finished()
    #expect(calls.inputs == [1, 2, 3])
    #expect(command.output == 30)
    #expect(!command.isRunning)
  }

  @Test func queueGoesOnAfterAFailure() async {
    let command = command(.queue)
    command.run(-1)
    command.run(2)
    calls.gate(-1).open()
    calls.gate(2).open()
    await command.finished()
    #expect(command.output == 20)
    #expect(command.failure == nil)
  }

  @Test(arguments: CommandPolicy.allCases) func cancelIsSilentAndIdleAtOnce(policy: CommandPolicy) async {
    let command = command(policy)
    command.run(1)
    command.run(2)
    command.cancel()
    #expect(!command.isRunning)
    await command.finished()
    #expect(command.failure == nil)
    #expect(command.output == nil)
    command.run(3)
    calls.gate(3).open()
    await command.finished()
    #expect(command.output == 30)
  }

  @Test func queueRunsAfterTheCancelledRunHasEnded() async {
    var log: [String] = []
    let gate = Gate()
    let command = Command<Int, Void>(policy: .queue) { input in
      log.append("begin \(input)")
      // Goes on though it is cancelled.
      if input == 1 { await Task { try? await gate.pass() }.value }
      log.append("end \(input)")
    }
    command.run(1)
    while log.isEmpty { await Task.yield() }
    command.cancel()
    command.run(2)
    gate.open()
    await command.finished()
    #expect(log == ["begin 1", "end 1", "begin 2", "end 2"])
  }

  @Test func failureIsForgottenByTheNextRun() async {
    let command = command(.ignore)
    command.run(-1)
    calls.gate(-1).open()
    await command.finished()
    #expect(command.failure == Failure(.offline))
    command.run(1)
    #expect(command.failure == nil)
    command.cancel()
    command.run(-1)
    await command.finished()
    command.clearFailure()
    #expect(command.failure == nil)
  }

  @Test(arguments: CommandPolicy.allCases) func releaseCancelsWhatRuns(policy: CommandPolicy) async {
    let started = Gate()
    let ended = Gate()
    var wasCancelled = false
    await expectReleased {
      let command = Command<Void, Void>(policy: policy) {
        started.open()
        do { try await Gate().pass() } catch { wasCancelled = true }
        ended.open()
      }
      command.run()
      try? await started.pass()
      return command
    }
    try? await ended.pass()
    #expect(wasCancelled)
  }

  @Test func conditionIsObservable() {
    let model = Counter()
    let command = Command<Void, Void>(when: { model.title != "" }) {}
    let shown = Recorder<Bool>()
    let token = observe {
      command.canRun
    } apply: {
      shown($0)
    }
    command.run()
    #expect(!command.isRunning)
    model.title = "a"
    UpdateLoop.main.flush()
    #expect(shown.values == [false, true])
    command.run()
    #expect(command.isRunning)
    UpdateLoop.main.flush()
    #expect(shown.values == [false, true, false])
    token.cancel()
    command.cancel()
  }

  @Test func progressIsShownAndEndsWithTheRun() async {
    let (half, rest) = (Gate(), Gate())
    let late = Recorder<CommandProgress>()
    let command = Command<Void, Void>(reporting: { _, progress in
      late(progress)
      progress(0.5)
      half.open()
      try await rest.pass()
      progress(7)
    })
    #expect(command.progress == nil)
    command.run()
    try? await half.pass()
    #expect(command.progress == 0.5)
    rest.open()
    await command.finished()
    #expect(command.progress == nil)
    late.values[0](0.9)
    #expect(command.progress == nil)
  }

  @Test func progressFromAnotherThreadArrivesOnTheMainActor() async {
    let rest = Gate()
    let seen = Gate()
    let command = Command<Void, Void>(reporting: { _, progress in
      await report(progress)
      try await rest.pass()
    })
    let token = observe {
      command.progress
    } apply: {
      if $0 == 0.25 { seen.open() }
    }
    command.run()
    try? await seen.pass()
    #expect(command.progress == 0.25)
    rest.open()
    await command.finished()
    token.cancel()
  }
}

@concurrent private func report(_ progress: CommandProgress) async { progress(0.25) }
