#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport

/// Signals of GObjects as Swift closures.
enum Signal {
  /// What a signal brings, after its emitter. Valid during the call.
  struct Arguments {
    fileprivate let values: UnsafePointer<GValue>

    /// An argument that is an object, counted from 1.
    func object(_ index: Int) -> UnsafeMutableRawPointer? { g_value_get_object(values + index).map { .init($0) } }
    /// An argument that is a `guint`, counted from 1.
    func number(_ index: Int) -> Int { Int(g_value_get_uint(values + index)) }
    /// An argument that is a text, counted from 1.
    func text(_ index: Int) -> String { g_value_get_string(values + index).map { String(cString: $0) } ?? "" }
  }

  /// Calls `handler` at each emission, until the object is disposed of; then the closure is released.
  static func connect(_ name: String, of object: UnsafeMutableRawPointer, handler: @escaping () -> Void) {
    receive(name, of: object) { _ in handler() }
  }

  /// The same, with the signal's arguments.
  static func receive(_ name: String, of object: UnsafeMutableRawPointer, handler: @escaping (Arguments) -> Void) {
    answer(name, of: object) {
      handler($0)
      return false
    }
  }

  /// The same for a signal that returns a boolean: `true` stops what would happen next.
  static func answer(_ name: String, of object: UnsafeMutableRawPointer, handler: @escaping (Arguments) -> Bool) {
    let box = Unmanaged.passRetained(SignalBox(handler)).toOpaque()
    // NB: as literals in main-actor code the callbacks are main-actor code, which the runtime checks.
    let id = strata_signal_connect(
      object, name,
      { data, arguments, _ in
        guard let data, let arguments else { return 0 }
        let values = arguments.assumingMemoryBound(to: GValue.self)
        return Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue().handler(.init(values: values)) ? 1 : 0
      }, box, { data in data.map { Unmanaged<SignalBox>.fromOpaque($0).release() } })
    precondition(id != 0, "there is no signal \(name)")
  }
}

private final class SignalBox {
  let handler: (Signal.Arguments) -> Bool
  init(_ handler: @escaping (Signal.Arguments) -> Bool) { self.handler = handler }
}
#endif
