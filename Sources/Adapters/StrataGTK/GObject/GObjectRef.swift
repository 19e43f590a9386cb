#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Owns one reference to a GObject.
///
/// For the few objects that Swift must keep. A reference captured by a closure of
/// the same object is a cycle: widgets are therefore plain handles.
final class GObjectRef {
  let raw: UnsafeMutableRawPointer

  /// Takes over a reference that somebody handed out.
  init(adopting raw: UnsafeMutableRawPointer) { self.raw = raw }

  /// Owns a new widget that nobody owns yet, or one reference more.
  init(sinking raw: UnsafeMutableRawPointer) { self.raw = g_object_ref_sink(raw) }

  isolated deinit { g_object_unref(raw) }

  /// The pointer as the C type that a call wants.
  func cast<Instance>() -> UnsafeMutablePointer<Instance> { raw.assumingMemoryBound(to: Instance.self) }
}
#endif
