#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Widgets one below the other.
///
/// ```swift
/// let column = Column(spacing: 12, [entry, label])
/// ```
///
/// Runs on the main actor.
public struct Column: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - spacing: The room between two widgets, in pixels. Default 6.
  ///   - children: The widgets, top first.
  public init(spacing: Int = 6, _ children: [any Widget]) {
    raw = UnsafeMutableRawPointer(gtk_box_new(GTK_ORIENTATION_VERTICAL, Int32(spacing)))
    for child in children { gtk_box_append(cast(), child.cast()) }
  }
}

@available(*, unavailable) extension Column: Sendable {}
#endif
