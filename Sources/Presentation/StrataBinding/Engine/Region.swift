// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Synchronization

/// One read-and-apply pair. Its closures run, and are released, on the main actor.
@MainActor @usableFromInline class Region {
  /// Reads (true if the value differs from the one before) or applies what was read last.
  ///
  /// A closure without captures instead of a method: it is specialised where the binding is made.
  private let step: @MainActor (Region, _ applies: Bool) -> Bool
  /// Where the binding was made, for messages.
  let place: StaticString
  let line: UInt32

  /// What reads the region. `nil` before and after.
  @exclusivity(unchecked) var scope: Scope?
  /// The scope's next region.
  @exclusivity(unchecked) var next: Region?
  /// Whether the last tracked read differs and waits to be applied.
  @exclusivity(unchecked) var isStale = false
  /// Whether the last value is not equal to itself (a NaN): no comparison tells if it changed.
  @exclusivity(unchecked) @usableFromInline var isIrreflexive = false
  private let ended = Atomic(false)

  @usableFromInline init(
    place: StaticString, line: UInt, step: @escaping @MainActor (Region, _ applies: Bool) -> Bool
  ) {
    self.place = place
    self.line = UInt32(truncatingIfNeeded: line)
    self.step = step
  }

  func read() -> Bool { step(self, false) }
  func apply() { if !isEnded { _ = step(self, true) } }

  /// Drops the closures.
  @usableFromInline func clear() {}

  nonisolated var isEnded: Bool { ended.load(ordering: .relaxed) }

  /// Ends the binding: nothing is applied any more. From any thread; on the main actor the closures go at once.
  nonisolated func end(in loop: UpdateLoop) {
    guard !ended.exchange(true, ordering: .relaxed) else { return }
    if !MainQueue.runIfCurrent({ leave() }) { loop.leaveLater(self) }
  }

  /// Leaves the scope and drops the closures.
  func leave() {
    scope?.remove(self)
    scope = nil
    clear()
  }
}

/// The region of one value.
@usableFromInline final class ValueRegion<Value: Equatable>: Region {
  @exclusivity(unchecked) @usableFromInline var reading: (() -> Value)?
  @exclusivity(unchecked) @usableFromInline var applying: ((Value) -> Void)?
  @exclusivity(unchecked) @usableFromInline var last: Value?

  @inlinable init(
    place: StaticString, line: UInt, reading: @escaping () -> Value, applying: @escaping (Value) -> Void
  ) {
    self.reading = reading
    self.applying = applying
    super.init(place: place, line: line) { region, applies in
      unsafeDowncast(region, to: ValueRegion<Value>.self).advance(applies)
    }
  }

  @inlinable func advance(_ applies: Bool) -> Bool {
    if applies {
      if let applying, let last { applying(last) }
      return false
    }
    guard let new = reading?(), new != last else { return false }
    if new != new { isIrreflexive = true }
    last = new
    return true
  }

  @usableFromInline override func clear() { (reading, applying) = (nil, nil) }
}

/// The region of several values.
@usableFromInline final class PackRegion<each Value: Equatable>: Region {
  @exclusivity(unchecked) @usableFromInline var reading: (() -> (repeat each Value))?
  @exclusivity(unchecked) @usableFromInline var applying: ((repeat each Value) -> Void)?
  @exclusivity(unchecked) @usableFromInline var last: (repeat each Value)?

  @inlinable init(
    place: StaticString, line: UInt, reading: @escaping () -> (repeat each Value),
    applying: @escaping (repeat each Value) -> Void
  ) {
    self.reading = reading
    self.applying = applying
    super.init(place: place, line: line) { region, applies in
      unsafeDowncast(region, to: PackRegion<repeat each Value>.self).advance(applies)
    }
  }

  @inlinable func advance(_ applies: Bool) -> Bool {
    if applies {
      guard let applying, let last else { return false }
      applying(repeat each last)
      return false
    }
    guard let reading else { return false }
    let new = reading()
    var differs = last == nil
    if let last {
      for (old, new) in repeat (each last, each new) {
        if old != new { differs = true }
      }
    }
    guard differs else { return false }
    for (new, same) in repeat (each new, each new) {
      if new != same { isIrreflexive = true }
    }
    last = new
    return true
  }

  @usableFromInline override func clear() { (reading, applying) = (nil, nil) }
}
