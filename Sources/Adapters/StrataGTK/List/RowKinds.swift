#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A row that is of one kind now and of another later: the root of a ``RowView`` whose content is an enum.
///
/// The compiler sees to it that each kind has its view:
///
/// ```swift
/// final class FeedRowView: RowView {
///   let root = RowKinds()
///
///   func show(_ content: FeedContent) {
///     switch content {
///     case .header(let title): root.row { HeaderRowView() }.show(title)
///     case .book(let book): root.row { BookRowView() }.show(book)
///     }
///   }
///
///   func clear() { root.clear() }
/// }
/// ```
///
/// Runs on the main actor.
public struct RowKinds: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let box: Box

  /// Makes it without any view.
  public init() {
    box = Box(.vertical, spacing: 0)
    raw = box.raw
    attach(Views())
  }

  /// Brings the view of a kind to the front. Another kind's view is cleared and hidden.
  ///
  /// - Parameter make: Makes the view the first time.
  public func row<Row: RowView>(_ make: () -> Row) -> Row {
    let views = attached(Views.self) ?? Views()
    let kind = ObjectIdentifier(Row.self)
    if views.front?.kind == kind, let row = views.front?.row as? Row { return row }
    hideFront(of: views)
    let row = views.known[kind] as? Row ?? add(make(), to: views)
    row.root.isVisible = true
    views.front = (kind, row)
    return row
  }

  /// Clears the view in front.
  public func clear() { attached(Views.self)?.front?.row.clear() }

  private func hideFront(of views: Views) {
    guard let front = views.front?.row else { return }
    front.clear()
    front.root.isVisible = false
  }

  private func add<Row: RowView>(_ row: Row, to views: Views) -> Row {
    views.known[ObjectIdentifier(Row.self)] = row
    box.append(row.root.expanding(vertical: false))
    return row
  }
}

@available(*, unavailable) extension RowKinds: Sendable {}

private final class Views {
  var known: [ObjectIdentifier: any RowView] = [:]
  var front: (kind: ObjectIdentifier, row: any RowView)?
}
#endif
