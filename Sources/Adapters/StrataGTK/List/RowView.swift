#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

/// What shows one row of a ``ListView``: a small tree of widgets that is made once and shows many rows, one after the other.
///
/// ```swift
/// final class BookRowView: RowView {
///   private let title = TextLabel()
///   private let author = TextLabel().styled("dim-label")
///   let root: Box
///
///   init() { root = Box(.vertical, spacing: 2, [title, author]) }
///
///   func show(_ content: BookContent) {
///     title.text = content.title
///     author.text = content.author
///   }
/// }
/// ```
///
/// Runs on the main actor.
public protocol RowView: AnyObject {
  /// What a row shows: a value, so that an unchanged row is not shown again.
  associatedtype Content: Equatable
  /// The outermost widget.
  associatedtype Root: Widget

  /// The outermost widget of the row.
  var root: Root { get }

  /// Shows a row's content: another row's, or the same row's after it changed.
  func show(_ content: Content)

  /// Ends what ``show(_:)`` started (bindings, pictures), before another row is shown or when the row has left the list.
  func clear()
}

extension RowView {
  /// Does nothing, for a row that only shows texts.
  public func clear() {}
}
#endif
