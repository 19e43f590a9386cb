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
  var value = GValue()
  // NB: `G_TYPE_STRING`, a macro that is not imported.
  g_value_init(&value, GType(16 << 2))
  g_value_set_string(&value, text)
  body(&value)
  g_value_unset(&value)
}
#endif
