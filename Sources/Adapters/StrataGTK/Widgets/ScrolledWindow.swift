#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A widget that is scrolled up and down where it is taller than its room.
///
/// A ``ListView`` scrolls by itself. Runs on the main actor.
///
/// ```swift
/// let page = ScrolledWindow(Box(.vertical, [title, text]).margins(12))
/// ```
public struct ScrolledWindow: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes it around a widget, which always gets the full width.
  public init(_ content: some Widget) {
    raw = UnsafeMutableRawPointer(gtk_scrolled_window_new())
    gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(opaque, content.cast())
    expanding()
  }
}

@available(*, unavailable) extension ScrolledWindow: Sendable {}
#endif
