#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A button with a text.
///
/// ```swift
/// let button = Button("Try again") { model.retry() }
/// button.bind(isSensitive: { !model.isLoading })
/// ```
///
/// Runs on the main actor.
public struct Button: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: Its text.
  ///   - click: Runs at each click. Released with the button.
  public init(_ title: String = "", click: @escaping () -> Void) {
    raw = UnsafeMutableRawPointer(gtk_button_new_with_label(title))
    on("clicked", handler: click)
  }

  /// Its text.
  public var title: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_button_set_label(cast(), newValue) }
  }
}

@available(*, unavailable) extension Button: Sendable {}
#endif
