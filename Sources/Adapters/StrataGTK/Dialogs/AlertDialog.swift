#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataPresentation

/// The question over one window and its sheets.
final class AlertDialog {
  private let answer: (RouterAlert.Choice?) -> Void
  private var shown: (alert: RouterAlert, dialog: AnyWidget)?

  /// - Parameter answer: Told what the user chose; `nil` if they closed the question.
  init(answer: @escaping (RouterAlert.Choice?) -> Void) { self.answer = answer }

  /// Shows a question in place of the one before; `nil` shows none.
  func show(_ alert: RouterAlert?, over window: AnyWidget) {
    guard alert != shown?.alert else { return }
    if let old = shown?.dialog {
      shown = nil
      gtk_window_destroy(old.cast())
    }
    guard let alert else { return }
    let dialog = AnyWidget(UnsafeMutableRawPointer(adw_message_dialog_new(window.cast(), alert.title, alert.detail)))
    for (index, choice) in alert.choices.enumerated() { add(choice, "\(index)", to: dialog) }
    Signal.receive("response", of: dialog.raw) { [weak self] arguments in
      let index = Int(arguments.text(1))
      self?.answered(dialog, index.map { alert.choices[$0] })
    }
    gtk_window_set_destroy_with_parent(dialog.cast(), 1)
    shown = (alert, dialog)
    gtk_window_present(dialog.cast())
  }

  private func add(_ choice: RouterAlert.Choice, _ id: String, to dialog: AnyWidget) {
    adw_message_dialog_add_response(dialog.cast(), id, choice.label)
    switch choice.role {
    case .normal:
      adw_message_dialog_set_response_appearance(dialog.cast(), id, ADW_RESPONSE_SUGGESTED)
      adw_message_dialog_set_default_response(dialog.cast(), id)
    case .cancel: adw_message_dialog_set_close_response(dialog.cast(), id)
    case .destructive: adw_message_dialog_set_response_appearance(dialog.cast(), id, ADW_RESPONSE_DESTRUCTIVE)
    }
  }

  private func answered(_ dialog: AnyWidget, _ choice: RouterAlert.Choice?) {
    guard shown?.dialog.raw == dialog.raw else { return }
    shown = nil
    answer(choice)
  }
}
#endif
