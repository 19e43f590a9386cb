#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataPresentation

/// Shows short texts over a widget, one after the other.
///
/// ```swift
/// let overlay = ToastOverlay(content: pages)
/// overlay.bind(model.books)
/// ```
///
/// Runs on the main actor.
public struct ToastOverlay: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Puts the overlay over a widget.
  public init(content: some Widget) {
    raw = UnsafeMutableRawPointer(adw_toast_overlay_new())
    adw_toast_overlay_set_child(opaque, content.cast())
  }

  /// Shows a text for some seconds, after those that wait already.
  public func show(_ text: String) {
    // NB: the text is markup to libadwaita, and the overlay takes the toast over.
    adw_toast_overlay_add_toast(opaque, adw_toast_new(text.asMarkup))
  }

  /// Takes each toast from the model and shows it, as long as the overlay lives.
  public func bind(_ model: any StatePresenting) {
    observe {
      model.toast
    } apply: { [self] toast in
      if toast != nil, let text = model.takeToast() { show(text) }
    }
    .store(in: tokens)
  }
}

@available(*, unavailable) extension ToastOverlay: Sendable {}
#endif
