#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A widget that does not grow wider than is good to read or fill in, in the middle of its room.
///
/// ```swift
/// let page = ScrolledWindow(Clamp(Box(.vertical, spacing: 12, rows).margins(18)))
/// ```
///
/// Runs on the main actor.
public struct Clamp: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes it around a widget.
  ///
  /// - Parameters:
  ///   - content: What is in the middle.
  ///   - width: How wide it is at most, in pixels. Default 480.
  public init(_ content: some Widget, width: Int = 480) {
    raw = UnsafeMutableRawPointer(adw_clamp_new())
    adw_clamp_set_maximum_size(opaque, Int32(width))
    adw_clamp_set_tightening_threshold(opaque, Int32(width))
    adw_clamp_set_child(opaque, content.cast())
  }
}

@available(*, unavailable) extension Clamp: Sendable {}
#endif
