#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// Widgets one below the other, or side by side.
///
/// ```swift
/// let box = Box(.vertical, spacing: 12, [entry, label]).margins(12)
/// ```
///
/// Runs on the main actor.
public struct Box: Widget {
  /// Which way the widgets follow each other.
  nonisolated public enum Orientation: Hashable, Sendable {
    /// From the reading direction's start to its end.
    case horizontal
    /// From top to bottom.
    case vertical
  }

  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a box.
  ///
  /// - Parameters:
  ///   - orientation: Which way its widgets follow each other.
  ///   - spacing: The room between two widgets, in pixels. Default 6.
  ///   - children: The widgets, first one first. Default none.
  public init(_ orientation: Orientation, spacing: Int = 6, _ children: [any Widget] = []) {
    let direction = orientation == .vertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    raw = UnsafeMutableRawPointer(gtk_box_new(direction, Int32(spacing)))
    for child in children { append(child) }
  }

  /// Puts a widget at the end.
  public func append(_ child: any Widget) { gtk_box_append(cast(), child.cast()) }

  /// Takes a widget out; it is destroyed unless somebody else holds it.
  public func remove(_ child: any Widget) { gtk_box_remove(cast(), child.cast()) }
}

@available(*, unavailable) extension Box: Sendable {}
#endif
