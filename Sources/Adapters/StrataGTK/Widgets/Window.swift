#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A top-level window with one widget in it.
///
/// GTK keeps a window until it is closed; then its widgets, their bindings and the models they hold are released.
///
/// ```swift
/// let window = Window("Books", content: pages)
/// application.present(window)
/// ```
///
/// Runs on the main actor.
public struct Window: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a window, not yet shown.
  ///
  /// - Parameters:
  ///   - title: What the desktop calls it.
  ///   - width: The first width, in pixels. Default 480.
  ///   - height: The first height, in pixels. Default 640.
  ///   - content: What fills it.
  public init(_ title: String, width: Int = 480, height: Int = 640, content: some Widget) {
    raw = UnsafeMutableRawPointer(adw_window_new())
    gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    gtk_window_set_title(cast(), title)
    adw_window_set_content(cast(), content.cast())
  }

  /// Shows the window in front of the others.
  public func present() { gtk_window_present(cast()) }

  /// Closes the window as its user would. The handle is not valid afterwards.
  public func close() { gtk_window_close(cast()) }
}

@available(*, unavailable) extension Window: Sendable {}
#endif
