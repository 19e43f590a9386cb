#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataPresentation

/// Tells a model which rows come on screen.
final class ListSight {
  private let tell: (Int) -> Void
  private let list: AnyWidget
  private let positions: () -> [Int]
  private var told: Set<Int> = []
  private var framesToWait = 0
  private var isEnded = false

  init(
    _ model: some ListPresenting, list: AnyWidget, adjustment: UnsafeMutablePointer<GtkAdjustment>?,
    positions: @escaping () -> [Int]
  ) {
    tell = { model.appeared(at: $0) }
    self.list = list
    self.positions = positions
    guard let adjustment = adjustment.map(UnsafeMutableRawPointer.init) else { return }
    for signal in ["value-changed", "changed"] { Signal.connect(signal, of: adjustment) { [self] in look() } }
    list.on("map") { [self] in look() }
    list.on("destroy") { [self] in isEnded = true }
  }

  /// Tells all rows on screen, also those that were told: the list changed, or it can load again.
  func lookAgain() {
    told = []
    look()
  }

  /// Looks when the next layout is done: GTK's clock ticks before it.
  private func look() {
    guard !isEnded else { return }
    if framesToWait == 0 { Frames.call(on: list) { [self] in tick() } }
    framesToWait = 2
  }

  private func tick() -> Bool {
    framesToWait -= 1
    guard framesToWait == 0 else { return true }
    let visible = positions()
    let new = visible.filter { !told.contains($0) }
    told = Set(visible)
    for position in new { tell(position) }
    return framesToWait > 0
  }
}
#endif
