#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport

/// Signals of GObjects as Swift closures.
enum Signal {
  /// Calls `handler` at each emission, until the object is disposed of; then the closure is released.
  static func connect(_ name: String, of object: UnsafeMutableRawPointer, handler: @escaping () -> Void) {
    answer(name, of: object) {
      handler()
      return false
    }
  }

  /// The same for a signal that returns a boolean: `true` stops what would happen next.
  static func answer(_ name: String, of object: UnsafeMutableRawPointer, handler: @escaping () -> Bool) {
    let box = Unmanaged.passRetained(SignalBox(handler)).toOpaque()
    // NB: as literals in main-actor code the callbacks are main-actor code, which the runtime checks.
    let id = strata_signal_connect(
      object, name,
      { data, _, _ in
        guard let data else { return 0 }
        return Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue().handler() ? 1 : 0
      }, box, { data in data.map { Unmanaged<SignalBox>.fromOpaque($0).release() } })
    precondition(id != 0, "there is no signal \(name)")
  }
}

private final class SignalBox {
  let handler: () -> Bool
  init(_ handler: @escaping () -> Bool) { self.handler = handler }
}
#endif
