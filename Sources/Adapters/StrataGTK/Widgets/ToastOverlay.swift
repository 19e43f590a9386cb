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
    attach(Shown())
  }

  /// Shows a text for some seconds, in place of the one before.
  public func show(_ text: String) { show(text, button: nil, stays: false, perform: {}) }

  /// Shows a text with a button for some seconds, in place of the one before: to undo what was done.
  ///
  /// - Parameters:
  ///   - text: What was done.
  ///   - action: The button's text.
  ///   - perform: Runs at a click on it. Released with the toast.
  public func show(_ text: String, action: String, perform: @escaping () -> Void) {
    show(text, button: action, stays: false, perform: perform)
  }

  private func show(_ text: String, button: String?, stays: Bool, perform: @escaping () -> Void) {
    dismiss()
    // NB: the text is markup to libadwaita, and the overlay takes a reference over; the other one is ours.
    let toast = adw_toast_new(text.asMarkup)
    let raw = UnsafeMutableRawPointer(toast)
    guard let raw, let shown = attached(Shown.self) else { return }
    shown.toast = GObjectRef(adopting: g_object_ref(raw))
    shown.isOffer = stays
    if stays { adw_toast_set_timeout(toast, 0) }
    Signal.connect("dismissed", of: raw) { [weak shown] in if shown?.toast?.raw == raw { shown?.toast = nil } }
    if let button {
      adw_toast_set_button_label(toast, button)
      // NB: a toast that was replaced stays on screen until it has faded.
      Signal.connect("button-clicked", of: raw) { [weak shown] in if shown?.toast?.raw == raw { perform() } }
    }
    adw_toast_overlay_add_toast(opaque, toast)
  }

  /// Takes the text away before its time, because it is not true any more.
  public func dismiss() {
    guard let shown = attached(Shown.self), let toast = shown.toast else { return }
    (shown.toast, shown.isOffer) = (nil, false)
    adw_toast_dismiss(OpaquePointer(toast.raw))
  }

  /// Takes each toast from the model and shows it, as long as the overlay lives. The next load takes it away.
  public func bind(_ model: any StatePresenting) {
    observe {
      model.toast
    } apply: { [self] toast in
      if toast != nil, let text = model.takeToast() { show(text) }
    }
    .store(in: tokens)
    guard let model = model as? any Refreshing else { return }
    observe {
      model.isLoading
    } apply: { [self] isLoading in
      if isLoading, attached(Shown.self)?.isOffer == false { dismiss() }
    }
    .store(in: tokens)
  }

  /// Shows what can still be undone, with a button that does it, as long as the model offers it.
  ///
  /// ```swift
  /// overlay.bind(offer: { model.deleted }, action: "Undo", text: { "\($0.name) is deleted." }) { _ in model.undo() }
  /// ```
  ///
  /// - Parameters:
  ///   - offer: Reads what can be undone; `nil` takes the toast away.
  ///   - action: The button's text.
  ///   - text: Says what was done.
  ///   - perform: Runs at a click on the button.
  public func bind<Offer: Equatable>(
    offer: @escaping () -> Offer?, action: String, text: @escaping (Offer) -> String,
    perform: @escaping (Offer) -> Void
  ) {
    observe(offer) { [self] offer in
      if let offer {
        show(text(offer), button: action, stays: true) { perform(offer) }
      } else if attached(Shown.self)?.isOffer == true {
        dismiss()
      }
    }
    .store(in: tokens)
  }

  private final class Shown {
    var toast: GObjectRef?
    /// Whether the model says how long it stays.
    var isOffer = false
  }
}

@available(*, unavailable) extension ToastOverlay: Sendable {}
#endif
