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
      var property = GTK_ACCESSIBLE_PROPERTY_LABEL
      withTextValue(newValue) { gtk_accessible_update_property_value(opaque, 1, &property, $0) }
      attach(LabelNote(newValue))
    }
  }
}

/// GTK 4.8 cannot be asked for the label that it was given.
private final class LabelNote {
  let text: String
  init(_ text: String) { self.text = text }
}
#endif
