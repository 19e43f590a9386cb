#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

extension Widget {
  /// Sets a property that is a text, for what has no function of its own.
  func set(_ property: String, to text: String) {
    withTextValue(text) { g_object_set_property(cast(), property, $0) }
  }
}

/// Lends a text as C's generic value.
func withTextValue(_ text: String, _ body: (UnsafeMutablePointer<GValue>) -> Void) {
  // NB: `G_TYPE_STRING`, a macro that is not imported.
  withValue(of: GType(16 << 2), { g_value_set_string($0, text) }, body)
}

/// Lends a truth value as C's generic value.
func withValue(_ isTrue: Bool, _ body: (UnsafeMutablePointer<GValue>) -> Void) {
  withValue(of: GType(5 << 2), { g_value_set_boolean($0, isTrue ? 1 : 0) }, body)
}

/// Lends a choice that accessible states know as C's generic value.
func withValue(_ invalid: GtkAccessibleInvalidState, _ body: (UnsafeMutablePointer<GValue>) -> Void) {
  withValue(of: gtk_accessible_invalid_state_get_type(), { g_value_set_enum($0, Int32(invalid.rawValue)) }, body)
}

private func withValue(
  of type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void, _ body: (UnsafeMutablePointer<GValue>) -> Void
) {
  var value = GValue()
  g_value_init(&value, type)
  fill(&value)
  body(&value)
  g_value_unset(&value)
}
#endif
