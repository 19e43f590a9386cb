#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataPresentation

/// A button with a text, or with an icon.
///
/// ```swift
/// let button = PushButton("Try again") { model.retry() }.styled("suggested-action", "pill")
/// let add = PushButton(icon: "list-add-symbolic", label: wording.add) { model.add() }
/// button.bind(isSensitive: { !model.isLoading })
/// ```
///
/// Runs on the main actor.
public struct PushButton: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a button with a text.
  ///
  /// - Parameters:
  ///   - title: Its text.
  ///   - click: Runs at each click. Released with the button.
  public init(_ title: String = "", click: @escaping () -> Void) {
    raw = UnsafeMutableRawPointer(gtk_button_new_with_label(title))
    on("clicked", handler: click)
  }

  /// Makes a button with an icon.
  ///
  /// - Parameters:
  ///   - icon: A name from the icon theme, such as `"view-refresh-symbolic"`.
  ///   - label: What it does, for a screen reader and as its tooltip.
  ///   - click: Runs at each click. Released with the button.
  public init(icon: String, label: String, click: @escaping () -> Void) {
    raw = UnsafeMutableRawPointer(gtk_button_new_from_icon_name(icon))
    gtk_widget_set_tooltip_text(cast(), label)
    accessibleLabel = label
    on("clicked", handler: click)
  }

  /// Makes a button that refreshes a model, and is insensitive while the model loads.
  ///
  /// - Parameters:
  ///   - model: What to refresh. Held until the button is destroyed.
  ///   - wording: What the button is called. Default ``Wording/english``.
  public init(refreshing model: any Refreshing, wording: Wording = .english) {
    self.init(icon: "view-refresh-symbolic", label: wording.refresh) { Task { await model.refresh() } }
    name = "refresh"
    bind(isSensitive: { !model.isLoading })
  }

  /// Its text; empty for a button with an icon.
  public var title: String {
    get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
    nonmutating set { gtk_button_set_label(cast(), newValue) }
  }
}

@available(*, unavailable) extension PushButton: Sendable {}
#endif
