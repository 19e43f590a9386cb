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
      var value = GValue()
      g_value_init(&value, stringType)
      g_value_set_string(&value, newValue)
      gtk_accessible_update_property_value(opaque, 1, &property, &value)
      g_value_unset(&value)
      attach(LabelNote(newValue))
    }
  }
}

/// GTK 4.8 cannot be asked for the label that it was given.
private final class LabelNote {
  let text: String
  init(_ text: String) { self.text = text }
}

/// `G_TYPE_STRING`, a macro that is not imported.
let stringType = GType(16 << 2)
#endif
