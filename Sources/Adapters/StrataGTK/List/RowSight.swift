#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Whether a row is in sight, and what waits until it is. GTK has widgets for some hundred rows around the visible
/// ones, which shall not all load their pictures.
final class RowSight {
  private var isOpen = false
  private var waiting: [UnsafeMutableRawPointer: () -> Void] = [:]

  /// Runs some work when the row that a widget is in comes in sight; at once where it is, or where there is no row.
  static func run(for widget: some Widget, _ work: @escaping () -> Void) {
    guard let sight = around(widget), !sight.isOpen else { return work() }
    sight.waiting[widget.raw] = work
  }

  /// Drops what waits for a widget.
  static func forget(_ widget: some Widget) { around(widget)?.waiting[widget.raw] = nil }

  /// The row is in sight: what waits runs.
  func open() {
    guard !isOpen else { return }
    isOpen = true
    let work = waiting.values
    waiting = [:]
    for run in work { run() }
  }

  /// The row is used for something else now, which may be out of sight.
  func close() {
    isOpen = false
    waiting = [:]
  }

  private static func around(_ widget: some Widget) -> RowSight? {
    var next: UnsafeMutablePointer<GtkWidget>? = widget.cast()
    while let widget = next {
      if let sight = AnyWidget(UnsafeMutableRawPointer(widget)).attached(RowSight.self) { return sight }
      next = gtk_widget_get_parent(widget)
    }
    return nil
  }
}
#endif
