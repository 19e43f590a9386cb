// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataContract

@MainActor @Observable final class Counter {
  var count = 0
  var title = ""
  var price = 0.0
  var child: Counter?
}

/// A model of nobody's actor that guards its storage, as one that any thread changes must.
final class Guarded: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Locked(0)

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.withLock { $0 }
    }
    set { set(newValue) {} }
  }

  /// Stores with something in between: after the announcement and before the store.
  func set(_ value: Int, announced: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.value) {
      announced()
      stored.withLock { $0 = value }
    }
  }

  @concurrent func setElsewhere(_ value: Int) async { self.value = value }

  @concurrent func setElsewhere(_ value: Int, between: @Sendable () -> Void) async {
    set(value, announced: between)
  }
}

/// A model without a lock. Its tests change it and read it by turns.
// @unchecked: each change is awaited before the value is compared; a read in between may be of either value.
@Observable final class LockFree: @unchecked Sendable {
  var value = 0
  var text = ""

  @concurrent func setElsewhere(_ new: Int) async {
    value = new
    text = "\(new)"
  }
}

@MainActor final class Recorder<Value> {
  var values: [Value] = []
  func callAsFunction(_ value: Value) { values.append(value) }
}
