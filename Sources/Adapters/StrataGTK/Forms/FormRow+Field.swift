#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataPresentation

extension FormRow where Control: TextInput {
  /// Makes a row for a text.
  ///
  /// - Parameters:
  ///   - title: What is asked for.
  ///   - control: Where it is typed.
  ///   - field: What is edited. Held until the row is destroyed.
  public init(_ title: String, _ control: Control, field: Field<String>) {
    self.init(title, control, isRequired: field.isRequired)
    control.bind(text: \.value, of: field)
    follow(field)
  }
}

extension FormRow where Control == SwitchButton {
  /// Makes a row for something that is on or off; the switch stands beside the title.
  ///
  /// - Parameters:
  ///   - title: What is asked for.
  ///   - control: The switch.
  ///   - field: What is edited. Held until the row is destroyed.
  public init(_ title: String, _ control: SwitchButton, field: Field<Bool>) {
    self.init(title, control, isRequired: field.isRequired, isBeside: true)
    control.bind(isOn: \.value, of: field)
    follow(field)
  }
}

extension FormRow {
  /// Makes a row for one choice of several.
  ///
  /// - Parameters:
  ///   - title: What is asked for.
  ///   - control: The list.
  ///   - field: What is edited. Held until the row is destroyed.
  ///   - values: Reads what can be chosen.
  public init<Value: Hashable>(
    _ title: String, _ control: DropDown<Value>, field: Field<Value?>, values: @escaping () -> [Value]
  ) where Control == DropDown<Value> {
    self.init(title, control, isRequired: field.isRequired)
    control.bind(selection: \.value, of: field, values: values)
    follow(field)
  }

  /// Shows a field's message, moves the cursor where it wants it, and tells it when the user leaves.
  fileprivate func follow<Value: Equatable>(_ field: Field<Value>) {
    bind(problem: { field.message })
    let takeFocus = { [control] in
      // NB: what is not on screen yet cannot have the focus.
      guard field.wantsFocus, control.isOnScreen else { return }
      gtk_widget_grab_focus(control.cast())
      field.wantsFocus = false
    }
    observe {
      field.wantsFocus
    } apply: { _ in
      takeFocus()
    }
    .store(in: tokens)
    control.on("map", handler: takeFocus)
    let focus = gtk_event_controller_focus_new()!
    Signal.connect("leave", of: UnsafeMutableRawPointer(focus)) { [control] in
      if !control.keepsFocus { field.touch() }
    }
    gtk_widget_add_controller(control.cast(), focus)
  }
}

extension Widget {
  /// Whether the focus is the widget's still, though its window is not in front any more.
  fileprivate var keepsFocus: Bool {
    guard let root = gtk_widget_get_root(cast()), let focus = gtk_root_get_focus(root) else { return false }
    return gtk_widget_is_ancestor(focus, cast()) != 0 || UnsafeMutableRawPointer(focus) == raw
  }
}
#endif
