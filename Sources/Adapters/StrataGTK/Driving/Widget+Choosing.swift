#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

extension Widget {
  /// Chooses in a ``DropDown`` what is called by a text.
  ///
  /// - Throws: ``DrivingError/outOfReach(name:)``, ``DrivingError/notFound(name:)``.
  public func choose(_ title: String) throws {
    try reach()
    guard isA(gtk_drop_down_get_type()), let position = choices.firstIndex(of: title) else {
      throw DrivingError.notFound(name: "\"\(title)\" in \(name)")
    }
    gtk_drop_down_set_selected(opaque, UInt32(position))
  }

  /// What a ``DropDown`` offers, the placeholder first; empty for another widget.
  public var choices: [String] {
    guard isA(gtk_drop_down_get_type()) else { return [] }
    let list = gtk_drop_down_get_model(opaque)
    return (0..<g_list_model_get_n_items(list)).compactMap {
      gtk_string_list_get_string(list, $0).map { String(cString: $0) }
    }
  }

  /// What is chosen in a ``DropDown``: the placeholder where nothing is; empty for another widget.
  public var chosen: String {
    guard isA(gtk_drop_down_get_type()) else { return "" }
    let position = Int(gtk_drop_down_get_selected(opaque))
    return choices.indices.contains(position) ? choices[position] : ""
  }

  /// Whether a ``SwitchButton`` is on; `false` for another widget.
  public var isSwitchOn: Bool { isA(gtk_switch_get_type()) && gtk_switch_get_active(opaque) != 0 }

  /// The sheet or dialog that is open over the window, or the window itself: what its user sees in front.
  public var inFront: AnyWidget {
    let windows = gtk_window_get_toplevels()
    for index in 0..<g_list_model_get_n_items(windows) {
      guard let window = g_list_model_get_item(windows, index).map(GObjectRef.init(adopting:)),
        let below = gtk_window_get_transient_for(window.cast()), UnsafeMutableRawPointer(below) == raw,
        AnyWidget(window.raw).isVisible
      else { continue }
      return AnyWidget(window.raw).inFront
    }
    return AnyWidget(raw)
  }
}
#endif
