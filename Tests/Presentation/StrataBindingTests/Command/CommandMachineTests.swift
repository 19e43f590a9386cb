// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import Testing

/// What is done to a command, one letter each: r(un), c(ancel), e(nd of the newest run), l(ate end of the run before).
private struct Row: Sendable, CustomTestStringConvertible {
  var policy: CommandPolicy
  var events: String
  var steps: String
  var isRunning: Bool
  var testDescription: String { "\(policy) \(events)" }

  init(_ policy: CommandPolicy, _ events: String, _ steps: String, running isRunning: Bool) {
    (self.policy, self.events, self.steps, self.isRunning) = (policy, events, steps, isRunning)
  }
}

/// Steps: digits start that run's input (in parentheses: after the one before), x cancels, + counts, - is dropped.
private let table: [Row] = [
  Row(.ignore, "", "", running: false),
  Row(.ignore, "c", "", running: false),
  Row(.ignore, "r", "1", running: true),
  Row(.ignore, "rr", "1", running: true),
  Row(.ignore, "re", "1+", running: false),
  Row(.ignore, "rer", "1+2", running: true),
  Row(.ignore, "rc", "1x", running: false),
  Row(.ignore, "rce", "1x-", running: false),
  Row(.ignore, "rcr", "1x2", running: true),
  Row(.ignore, "rcrl", "1x2-", running: true),
  Row(.ignore, "rcrle", "1x2-+", running: false),
  Row(.restart, "rr", "1x2", running: true),
  Row(.restart, "rrl", "1x2-", running: true),
  Row(.restart, "rrle", "1x2-+", running: false),
  Row(.restart, "rrel", "1x2+-", running: false),
  Row(.restart, "rrc", "1x2x", running: false),
  Row(.restart, "rrcel", "1x2x--", running: false),
  Row(.queue, "rr", "(1)", running: true),
  Row(.queue, "rre", "(1)+(2)", running: true),
  Row(.queue, "rree", "(1)+(2)+", running: false),
  Row(.queue, "rrreee", "(1)+(2)+(3)+", running: false),
  Row(.queue, "rrc", "(1)x", running: false),
  Row(.queue, "rrce", "(1)x-", running: false),
  Row(.queue, "rrcr", "(1)x(3)", running: true),
  Row(.queue, "rrcrle", "(1)x(3)-+", running: false),
]

@Suite(.timeLimit(.minutes(1))) struct CommandMachineTests {
  @Test(arguments: table) fileprivate func policyIsATable(row: Row) {
    var machine = CommandMachine<Int>(policy: row.policy)
    var (runs, ids, steps) = (0, [0], "")
    func note(_ new: [CommandMachine<Int>.Step]) {
      for step in new {
        switch step {
        case .cancel: steps += "x"
        case .start(let id, let input, let isAfterLast):
          ids.append(id)
          steps += isAfterLast ? "(\(input))" : "\(input)"
        }
      }
    }
    func end(_ id: Int) {
      let (counts, new) = machine.ended(id)
      steps += counts ? "+" : "-"
      note(new)
    }
    for event in row.events {
      switch event {
      case "r":
        runs += 1
        note(machine.run(runs))
      case "c": note(machine.cancel())
      case "e": end(ids[ids.count - 1])
      default: end(ids[ids.count - 2])
      }
    }
    #expect(steps == row.steps)
    #expect(machine.isRunning == row.isRunning)
    #expect(machine.isIdle == !row.isRunning)
  }
}
