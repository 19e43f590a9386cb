// Part of Strata.
// SPDX-License-Identifier: MIT

import BenchmarkSupport
import Foundation
import Observation
import StrataBinding

/// StrataBinding on plain models: nanoseconds of processor time per change and binding, bytes per binding.
///
/// The limit is a closure that the setter calls; the peer is `withObservationTracking`, armed again after each change.
/// The last column is what Strata costs in registrations: one `withObservationTracking` and the change that ends it, with
/// nothing around it, measured beside each row. The targets were set where one cost 930 ns, and are given in both.
/// Arguments name the parts to run.
@main struct BindingBenchmark {
  @MainActor static func main() {
    UpdateLoop.main.schedule { _ in }
    print("| work | closure | re-armed | Strata | target | in registrations | target |\n|---|---|---|---|---|---|---|")
    let parts: KeyValuePairs<String, @MainActor () -> Void> = [
      "moving": { for count in [1, 100, 10_000] { Moving(count).run() } },
      "shared": { for count in [1, 100, 10_000] { shared(count) } },
      "waking": waking, "many": oneOfMany, "making": makingAndCancelling, "leftovers": leftovers, "bytes": bytes,
    ]
    let names = CommandLine.arguments.dropFirst()
    for (name, part) in parts where names.isEmpty || names.contains(name) { part() }
  }
}

@MainActor @Observable final class Model {
  var value = 0
}

@MainActor final class Plain {
  var value = 0 { didSet { changed?(value) } }
  var changed: ((Int) -> Void)?
}

/// The peer: one registration per binding, made again in each flush.
@MainActor final class Rearmed {
  static var dirty: [Rearmed] = []
  let read: () -> Int
  let apply: (Int) -> Void

  init(_ read: @escaping () -> Int, apply: @escaping (Int) -> Void) {
    (self.read, self.apply) = (read, apply)
    update()
  }

  func update() {
    let value = withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { if let self { Self.dirty.append(self) } }
    }
    apply(value)
  }

  static func flush() {
    let batch = dirty
    dirty.removeAll(keepingCapacity: true)
    for binding in batch { binding.update() }
  }
}

@MainActor func row(_ name: String, _ costs: Double?..., target: Double? = nil) {
  func cell(_ value: Double?, _ format: String) -> String { value.map { String(format: format, $0) } ?? "-" }
  let bare = registration()
  let cells =
    costs.map { cell($0, "%.0f ns") } + [
      cell(target, "%.0f ns"), cell(costs.last?.map { $0 / bare }, "%.2f"), cell(target.map { $0 / 930 }, "%.2f"),
    ]
  print("| " + ([name] + cells).joined(separator: " | ") + " |")
}

/// Bytes have no peer and do not depend on the machine.
@MainActor func row(_ name: String, bytes: Double, target: String) {
  print("| \(name) | - | - | \(String(format: "%.0f B", bytes)) | \(target) | - | - |")
}

/// One registration that a change ends.
@MainActor func registration() -> Double {
  let model = Model()
  return Meter.nanoseconds(per: 10_000) {
    for _ in 0..<10_000 {
      withObservationTracking {
        _ = model.value
      } onChange: {
      }
      model.value &+= 1
    }
  }
}

@MainActor func turn(_ count: Int = 1) { for _ in 0..<count { UpdateLoop.main.flush() } }

/// Every model changes in every turn.
@MainActor struct Moving {
  let count: Int
  let turns: Int

  init(_ count: Int) { (self.count, turns) = (count, max(1, 20_000 / count)) }

  func run() {
    if CommandLine.arguments.contains("ours") { return row("ours \(count)", ours()) }
    row("change + flush, \(count) models", closure(), rearmed(), ours(), target: 250)
  }

  private func closure() -> Double {
    var sum = 0
    let models = (0..<count).map { _ in Plain() }
    for model in models { model.changed = { sum &+= $0 } }
    return Meter.nanoseconds(per: turns * count) {
      for _ in 0..<turns { for model in models { model.value &+= 1 } }
    }
  }

  private func rearmed() -> Double {
    var sum = 0
    let models = (0..<count).map { _ in Model() }
    let bindings = models.map { model in
      Rearmed {
        model.value
      } apply: {
        sum &+= $0
      }
    }
    defer { withExtendedLifetime(bindings) {} }
    return Meter.nanoseconds(per: turns * count) {
      for _ in 0..<turns {
        for model in models { model.value &+= 1 }
        Rearmed.flush()
      }
    }
  }

  private func ours() -> Double {
    var sum = 0
    let models = (0..<count).map { _ in Model() }
    let tokens = models.map { model in
      observe {
        model.value
      } apply: {
        sum &+= $0
      }
    }
    defer { withExtendedLifetime(tokens) {} }
    let before = sum
    let cost = Meter.nanoseconds(per: turns * count) {
      for _ in 0..<turns {
        for model in models { model.value &+= 1 }
        turn()
      }
    }
    demand(sum > before)
    return cost
  }
}

/// All bindings read one property.
@MainActor func shared(_ count: Int) {
  var sum = 0
  let turns = max(1, 20_000 / count)
  let model = Model()
  let peers = (0..<count).map { _ in
    Rearmed {
      model.value
    } apply: {
      sum &+= $0
    }
  }
  let rearmed = Meter.nanoseconds(per: turns * count) {
    for _ in 0..<turns {
      model.value &+= 1
      Rearmed.flush()
    }
  }
  withExtendedLifetime(peers) {}
  let other = Model()
  let tokens = (0..<count).map { _ in
    observe {
      other.value
    } apply: {
      sum &+= $0
    }
  }
  let ours = Meter.nanoseconds(per: turns * count) {
    for _ in 0..<turns {
      other.value &+= 1
      turn()
    }
  }
  withExtendedLifetime(tokens) {}
  row("change + flush, \(count) bindings of one property", nil, rearmed, ours)
}

/// One change after quiet: with all the turns until it is quiet again.
@MainActor func waking() {
  var sum = 0
  let model = Model()
  let token = observe {
    model.value
  } apply: {
    sum &+= $0
  }
  turn(20)
  let ours = Meter.nanoseconds(per: 1_000) {
    for _ in 0..<1_000 {
      model.value &+= 1
      turn(9)
    }
  }
  row("change after quiet, until quiet again", nil, nil, ours, target: 2_300)
  token.cancel()
}

/// One of 10,000 quiet models changes.
@MainActor func oneOfMany() {
  var sum = 0
  let models = (0..<10_000).map { _ in Model() }
  let tokens = models.map { model in
    observe {
      model.value
    } apply: {
      sum &+= $0
    }
  }
  turn(100)
  // Until none settles any more.
  for _ in 0..<3 {
    Thread.sleep(forTimeInterval: 1.1)
    turn(8)
  }
  let ours = Meter.nanoseconds(per: 500) {
    for number in 0..<500 {
      models[number * 17].value &+= 1
      turn()
    }
  }
  row("1 of 10,000 quiet models", nil, nil, ours)
  withExtendedLifetime(tokens) {}
}

@MainActor func makingAndCancelling() {
  let model = Model()
  let ours = Meter.nanoseconds(per: 20_000) {
    for _ in 0..<20_000 {
      observe {
        model.value
      } apply: { _ in
      }.cancel()
    }
  }
  row("make + cancel", nil, nil, ours, target: 500)
}

@MainActor func leftovers() {
  let (cycled, fresh) = (Model(), Model())
  var sum = 0
  func cycles() {
    for number in 0..<100_000 {
      observe {
        cycled.value
      } apply: {
        sum &+= $0
      }.cancel()
      if number % 100 == 0 { turn() }
    }
    turn(20)
  }
  func change(_ model: Model) -> Double {
    Meter.nanoseconds(per: 1, rounds: 1) {
      model.value &+= 1
      turn()
    }
  }
  cycles()
  let heap = Meter.heap
  cycles()
  row("left after 100,000 cycles", bytes: Double(Meter.heap - heap), target: "0 B")
  row("the next change, against an untouched model's", change(fresh), nil, change(cycled))
}

/// Bytes per binding, its closures and token counted, the model not.
@MainActor func bytes() {
  let count = 10_000
  var sum = 0
  func stays(_ bindings: (Model) -> AnyObject, models: Int = count) -> Double {
    let models = (0..<models).map { _ in Model() }
    var kept: [AnyObject] = []
    kept.reserveCapacity(count)
    let heap = Meter.heap
    for model in models { kept.append(bindings(model)) }
    turn(100)
    let used = Meter.heap - heap
    withExtendedLifetime(kept) {}
    return Double(used) / Double(models.count)
  }
  let alone = stays { model in
    observe {
      model.value
    } apply: {
      sum &+= $0
    }
  }
  row("bytes, alone in its scope", bytes: alone, target: "1,600 B")
  func bag(_ size: Int) -> Double {
    stays { model in
      let bag = TokenBag()
      for _ in 0..<size {
        bag.observe {
          model.value
        } apply: {
          sum &+= $0
        }
      }
      return bag
    }
  }
  row("bytes, each further of a bag", bytes: (bag(8) - bag(1)) / 7, target: "300 B")
}
