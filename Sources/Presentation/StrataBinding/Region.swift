// Part of Strata.
// SPDX-License-Identifier: MIT

/// One read-and-apply pair. Its closures run on the main actor alone.
///
/// Its token drops them under the scope's lock, from any thread.
@MainActor class Region {
  let place: String

  init(place: String) { self.place = place }

  /// Reads; true if what was read differs from what was applied last.
  func read() -> Bool { false }

  /// Applies what was read last.
  func apply() {}
}

/// The region of one `observe` call.
final class ValueRegion<each Value: Equatable>: Region {
  private let reading: () -> (repeat each Value)
  private let applying: (repeat each Value) -> Void
  private var last: (repeat each Value)?

  init(
    place: String, reading: @escaping () -> (repeat each Value), applying: @escaping (repeat each Value) -> Void
  ) {
    self.reading = reading
    self.applying = applying
    super.init(place: place)
  }

  override func read() -> Bool {
    let new = reading()
    defer { last = new }
    guard let last else { return true }
    for (old, new) in repeat (each last, each new) {
      if old != new { return true }
    }
    return false
  }

  override func apply() {
    guard let last else { return }
    applying(repeat each last)
  }
}
