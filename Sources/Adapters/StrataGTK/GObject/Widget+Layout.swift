#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Where a widget stands in room that is larger than it needs.
///
/// Safe to use from any task.
nonisolated public enum Placement: Hashable, Sendable {
  /// It takes all the room. The default.
  case fill
  /// At the reading direction's start, or at the top.
  case start
  /// At the end, or at the bottom.
  case end
  /// In the middle.
  case center
}

/// How a widget takes its room. Each returns the widget, so that they can be chained.
extension Widget {
  /// Keeps room free around the widget, in pixels. Default 0.
  @discardableResult public func margins(_ all: Int) -> Self { margins(horizontal: all, vertical: all) }

  /// Keeps room free beside, and above and below the widget, in pixels.
  @discardableResult public func margins(horizontal: Int = 0, vertical: Int = 0) -> Self {
    gtk_widget_set_margin_start(cast(), Int32(horizontal))
    gtk_widget_set_margin_end(cast(), Int32(horizontal))
    gtk_widget_set_margin_top(cast(), Int32(vertical))
    gtk_widget_set_margin_bottom(cast(), Int32(vertical))
    return self
  }

  /// Places the widget in the room that it is given. Default: it fills it.
  @discardableResult public func placed(horizontal: Placement = .fill, vertical: Placement = .fill) -> Self {
    gtk_widget_set_halign(cast(), horizontal.alignment)
    gtk_widget_set_valign(cast(), vertical.alignment)
    return self
  }

  /// Asks for the room that is left over in both, or one of the directions. Default: a widget does not.
  @discardableResult public func expanding(horizontal: Bool = true, vertical: Bool = true) -> Self {
    gtk_widget_set_hexpand(cast(), horizontal ? 1 : 0)
    gtk_widget_set_vexpand(cast(), vertical ? 1 : 0)
    return self
  }

  /// Asks for a least size, in pixels; -1 leaves it to the widget.
  @discardableResult public func atLeast(width: Int = -1, height: Int = -1) -> Self {
    gtk_widget_set_size_request(cast(), Int32(width), Int32(height))
    return self
  }

  /// Adds style classes of GTK's and libadwaita's themes, such as `"title-1"`, `"dim-label"`, `"suggested-action"`.
  @discardableResult public func styled(_ classes: String...) -> Self {
    for name in classes { gtk_widget_add_css_class(cast(), name) }
    return self
  }

  /// Adds or removes a style class.
  public func setStyle(_ name: String, _ isOn: Bool) {
    if isOn { gtk_widget_add_css_class(cast(), name) } else { gtk_widget_remove_css_class(cast(), name) }
  }

  /// Gives the widget its ``name``.
  @discardableResult public func named(_ name: String) -> Self {
    self.name = name
    return self
  }
}

extension Placement {
  fileprivate var alignment: GtkAlign {
    switch self {
    case .fill: GTK_ALIGN_FILL
    case .start: GTK_ALIGN_START
    case .end: GTK_ALIGN_END
    case .center: GTK_ALIGN_CENTER
    }
  }
}
#endif
