#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

/// One of the few places that GTK moves along a list, and what it shows now.
final class ListCell<ID: Hashable, Row: RowView> {
  let root = RowKinds()
  let sight = RowSight()
  /// GTK may drop a row's widgets before its cell is cleared.
  private let ownership: GObjectRef
  /// Whether GTK uses the cell for a row.
  var isBound = false
  private var shown: (id: ID, content: Row.Content)?

  init() {
    ownership = GObjectRef(sinking: root.raw)
    root.attach(sight)
  }

  /// Shows a row, unless it shows it already. What showed another row is ended before.
  func show(_ content: Row.Content, of id: ID, make: () -> Row) {
    let view = root.row(make)
    if let shown {
      if shown.id == id, shown.content == content { return }
      if shown.id != id { view.clear() }
    }
    if shown?.id != id { sight.close() }
    shown = (id, content)
    view.show(content)
  }

  /// Whether it shows that row, whatever its content.
  func shows(_ id: ID) -> Bool { shown?.id == id }

  /// Shows something of another kind, which is no row.
  func show<Other: RowView>(_ content: Other.Content, make: () -> Other) {
    shown = nil
    root.row(make).show(content)
  }

  /// Ends what the cell shows, if GTK has not used it again.
  func clearIfUnused() {
    guard !isBound else { return }
    shown = nil
    root.clear()
    sight.close()
  }
}
#endif
