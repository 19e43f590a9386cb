#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A top-level window with one widget in it, header bar included.
///
/// GTK keeps a window until it is closed; then its widgets, their bindings and the models they hold are released.
///
/// ```swift
/// let window = ApplicationWindow("Books", header: HeaderBar("Books"), content: pages)
/// application.present(window)
/// ```
///
/// Runs on the main actor.
public struct ApplicationWindow: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a window, not yet shown.
  ///
  /// - Parameters:
  ///   - title: What the desktop calls it.
  ///   - width: The first width, in pixels. Default 480.
  ///   - height: The first height, in pixels. Default 640.
  ///   - header: The bar at its top. Default none: a ``Navigator``'s pages bring their own.
  ///   - content: What fills it.
  public init(
    _ title: String, width: Int = 480, height: Int = 640, header: HeaderBar? = nil, content: any Widget
  ) {
    raw = UnsafeMutableRawPointer(adw_application_window_new(nil))
    gtk_window_set_default_size(cast(), Int32(width), Int32(height))
    gtk_window_set_title(cast(), title)
    let whole: any Widget = header.map { Box(.vertical, spacing: 0, [$0, content.expanding()]) } ?? content
    adw_application_window_set_content(cast(), whole.cast())
  }

  /// What the desktop calls it.
  public var title: String {
    get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_window_set_title(cast(), newValue) }
  }

  /// Shows the window in front of the others.
  public func present() { gtk_window_present(cast()) }

  /// Does some work when the window is closed, before it is gone. It is hidden meanwhile.
  ///
  /// For what must not be lost: a change that has not been sent. Closing it once more does not do the work again.
  ///
  /// - Parameter work: Runs on the main actor. Released with the window.
  public func onClose(_ work: @escaping () async -> Void) {
    var isClosing = false
    Signal.answer("close-request", of: raw) { [self] _ in
      guard !isClosing else { return true }
      isClosing = true
      isVisible = false
      Task {
        await work()
        gtk_window_destroy(cast())
      }
      return true
    }
  }

  /// Closes the window as its user would. The handle is not valid afterwards.
  public func close() { gtk_window_close(cast()) }
}

@available(*, unavailable) extension ApplicationWindow: Sendable {}
#endif
