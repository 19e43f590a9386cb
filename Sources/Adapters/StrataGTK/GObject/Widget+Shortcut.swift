#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataPresentation

extension Widget {
  /// Runs a closure when one of some keys is pressed anywhere in the window, while the widget is on screen.
  ///
  /// A field that has the focus and uses the key itself comes first.
  ///
  /// - Parameters:
  ///   - keys: The keys as GTK writes them: `"F5"`, `"<Control>r"`, `"Escape"`, `"<Alt>Left"`.
  ///   - action: Runs on the main actor. Released with the widget.
  public func shortcut(_ keys: String..., action: @escaping () -> Void) {
    let controller = gtk_shortcut_controller_new()!
    gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
    for key in keys {
      guard let trigger = gtk_shortcut_trigger_parse_string(key) else {
        preconditionFailure("\(key) is no key that GTK knows")
      }
      let box = Unmanaged.passRetained(ShortcutBox(action)).toOpaque()
      let callback = gtk_callback_action_new(
        { widget, _, data in
          guard let data, gtk_widget_get_mapped(widget) != 0 else { return 0 }
          Unmanaged<ShortcutBox>.fromOpaque(data).takeUnretainedValue().action()
          return 1
        }, box, { data in data.map { Unmanaged<ShortcutBox>.fromOpaque($0).release() } })
      gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, callback))
    }
    gtk_widget_add_controller(cast(), controller)
  }

  /// Refreshes the model by F5 and Ctrl+R.
  public func bind(refreshKeys model: any Refreshing) {
    shortcut("F5", "<Control>r") { Task { await model.refresh() } }
  }
}

private final class ShortcutBox {
  let action: () -> Void
  init(_ action: @escaping () -> Void) { self.action = action }
}
#endif
