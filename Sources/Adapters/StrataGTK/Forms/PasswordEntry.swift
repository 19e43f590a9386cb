#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A field for a password: what is typed shows as dots, and is kept out of input methods' histories.
///
/// ```swift
/// let password = PasswordEntry()
/// password.bind(text: \.password, of: model)
/// password.onSubmit { model.signIn.run() }
/// ```
///
/// It warns when Caps Lock is on. Runs on the main actor.
public struct PasswordEntry: TextInput {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes an empty field.
  ///
  /// - Parameters:
  ///   - placeholder: What it shows while empty. Default nothing.
  ///   - canReveal: Whether a button shows what is typed. Default `true`.
  public init(placeholder: String = "", canReveal: Bool = true) {
    raw = UnsafeMutableRawPointer(gtk_password_entry_new())
    gtk_password_entry_set_show_peek_icon(opaque, canReveal ? 1 : 0)
    // NB: GTK 4.8 has the property, and no function for it.
    set("placeholder-text", to: placeholder)
  }
}

@available(*, unavailable) extension PasswordEntry: Sendable {}
#endif
