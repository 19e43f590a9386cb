#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A round picture of a person who has none: their initials, on a colour of their own.
///
/// ```swift
/// let avatar = Avatar(size: 96)
/// avatar.person = account.name
/// ```
///
/// A screen reader passes it over: the name stands beside it. Runs on the main actor.
public struct Avatar: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes one of nobody.
  ///
  /// - Parameter size: Its width and height, in pixels of the layout.
  public init(size: Int) {
    raw = UnsafeMutableRawPointer(adw_avatar_new(Int32(size), nil, 1))
    placed(horizontal: .center, vertical: .center)
  }

  /// Whose initials it shows.
  public var person: String {
    get { adw_avatar_get_text(opaque).map { String(cString: $0) } ?? "" }
    nonmutating set { adw_avatar_set_text(opaque, newValue) }
  }
}

@available(*, unavailable) extension Avatar: Sendable {}
#endif
