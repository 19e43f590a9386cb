#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Work in step with the frames of a window.
enum Frames {
  /// Calls `tick` before the layout of each frame that the widget is shown in, until it returns `false` or the widget
  /// is gone.
  static func call(on widget: some Widget, tick: @escaping () -> Bool) {
    let box = Unmanaged.passRetained(Tick(tick)).toOpaque()
    gtk_widget_add_tick_callback(
      widget.cast(),
      { _, _, data in
        guard let data else { return 0 }
        return Unmanaged<Tick>.fromOpaque(data).takeUnretainedValue().run() ? 1 : 0
      }, box, { data in data.map { Unmanaged<Tick>.fromOpaque($0).release() } })
  }
}

private final class Tick {
  let run: () -> Bool
  init(_ run: @escaping () -> Bool) { self.run = run }
}
#endif
