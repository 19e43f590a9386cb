// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Observation

/// Every value that something observable had, also those that stood for no turn of the main loop.
///
/// `observe` tells views what is; this tells tests what was.
///
/// ```swift
/// let history = StateHistory { pager.state }
/// await pager.refresh()
/// #expect(history.values == [.idle, .loadingFirst, .exhausted])
/// ```
///
/// A value equal to the one before is not written down again. Runs on the main actor; change the model there too.
@MainActor public final class StateHistory<Value: Equatable> {
  private let read: () -> Value
  private var past: [Value] = []

  /// Begins with the value as it is now.
  ///
  /// - Parameter read: Reads observable models, and changes nothing.
  public init(_ read: @escaping @MainActor () -> Value) {
    self.read = read
    watch()
  }

  /// The values so far, the present one last.
  public var values: [Value] {
    let now = read()
    return past.last == now ? past : past + [now]
  }

  /// Forgets the past.
  public func clear() { past = [] }

  /// Each change is announced before it is made: what is read then is the value that ends.
  private func watch() {
    let value = withObservationTracking(read) { [weak self] in
      MainActor.assumeIsolated { self?.watch() }
    }
    if past.last != value { past.append(value) }
  }
}
