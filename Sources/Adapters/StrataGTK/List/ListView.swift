#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding
public import StrataDiff
public import StrataPresentation

/// A list of rows that scrolls, of any length: only the rows around the visible ones have widgets.
///
/// ```swift
/// let list = ListView { BookRowView() }
/// list.bind(model.books) { BookContent($0) } onActivate: { router.push(.book($0.id)) }
/// ```
///
/// Rows of several kinds: ``RowKinds``. Runs on the main actor.
public struct ListView<Row: RowView>: Widget {
  /// The `GtkWidget` itself: the scrolled window around the list.
  public let raw: UnsafeMutableRawPointer
  private let list: AnyWidget
  private let make: () -> Row

  /// Makes an empty list.
  ///
  /// - Parameter make: Makes the view of a row; called about 200 times at most, whatever the length of the list.
  public init(_ make: @escaping () -> Row) {
    self.make = make
    list = AnyWidget(UnsafeMutableRawPointer(gtk_list_view_new(nil, nil))).styled("rich-list")
    gtk_list_view_set_single_click_activate(list.opaque, 1)
    raw = ScrolledWindow(list).raw
  }

  /// Shows a model's rows and its footer, as long as the list lives. Bind once.
  ///
  /// What changes moves nothing else: rows are told apart by identity, and the rows on screen stay where they are.
  ///
  /// - Parameters:
  ///   - model: Whose rows to show. It is told which rows come on screen; the footer's button calls its `retry()`.
  ///   - content: Makes what a row view shows, for the rows around the visible ones.
  ///   - onActivate: Runs when a row is clicked or chosen by Enter. Default: rows cannot be chosen.
  @inlinable public func bind<Model: ListPresenting>(
    _ model: Model, content: @escaping (Model.Row) -> Row.Content, onActivate: ((Model.Row) -> Void)? = nil
  ) {
    // NB: inlined, so that the difference is computed by code made for these identities.
    connect(model, content, onActivate) { shown in
      // NB: by index, so that no row is copied for the sake of its identity.
      let rows = model.rows
      let ids = rows.indices.map { rows[$0].id }
      return (ids, Diff.changes(from: shown, to: ids) { $0 }.hunks)
    }
  }

  @usableFromInline func connect<Model: ListPresenting>(
    _ model: Model, _ content: @escaping (Model.Row) -> Row.Content, _ onActivate: ((Model.Row) -> Void)?,
    changes: @escaping ([Model.Row.ID]) -> ([Model.Row.ID], [Changeset.Hunk])
  ) {
    let shown = ListRows<Model, Row>(model, in: list, make: make, content: content, changes: changes)
    shown.onActivate = onActivate
    let sight = ListSight(model, list: list, adjustment: gtk_scrolled_window_get_vadjustment(opaque)) {
      shown.look()
    }
    observe {
      let revision = model.rowsRevision
      return (revision, revision == nil ? model.rows : [], model.footer, model.canLoadMore)
    } apply: { _, _, footer, _ in
      shown.apply(footer)
      sight.lookAgain()
    }
    .store(in: tokens)
  }
}

@available(*, unavailable) extension ListView: Sendable {}
#endif
