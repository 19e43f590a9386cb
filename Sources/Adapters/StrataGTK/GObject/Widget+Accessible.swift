#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

extension Widget {
  /// What a screen reader says instead of what is seen, for a widget without a text of its own.
  ///
  /// Default: empty, and the screen reader says what the widget shows. ``find(accessible:)`` finds it.
  public var accessibleLabel: String {
    get { attached(LabelNote.self)?.text ?? "" }
    nonmutating set {
      setAccessible(GTK_ACCESSIBLE_PROPERTY_LABEL, to: newValue)
      attach(LabelNote(newValue))
    }
  }

  func setAccessible(_ property: GtkAccessibleProperty, to text: String) {
    var property = property
    withTextValue(text) { gtk_accessible_update_property_value(opaque, 1, &property, $0) }
  }

  func setAccessible(_ property: GtkAccessibleProperty, to isTrue: Bool) {
    var property = property
    withValue(isTrue) { gtk_accessible_update_property_value(opaque, 1, &property, $0) }
  }

  /// Whether what is filled in is wrong.
  func setInvalid(_ isInvalid: Bool) {
    var state = GTK_ACCESSIBLE_STATE_INVALID
    let invalid = isInvalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE
    withValue(invalid) { gtk_accessible_update_state_value(opaque, 1, &state, $0) }
  }

  /// Whether work is done that the user waits for.
  func setBusy(_ isBusy: Bool) {
    var state = GTK_ACCESSIBLE_STATE_BUSY
    withValue(isBusy) { gtk_accessible_update_state_value(opaque, 1, &state, $0) }
  }
}

/// GTK 4.8 cannot be asked for the label that it was given.
private final class LabelNote {
  let text: String
  init(_ text: String) { self.text = text }
}
#endif
