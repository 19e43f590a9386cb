#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import CStrataSupport
internal import StrataDiff
internal import StrataPresentation

/// The rows of one bound list, and the cells that show some of them.
final class ListRows<Model: ListPresenting, Row: RowView> {
  typealias Cell = ListCell<Model.Row.ID, Row>

  var onActivate: ((Model.Row) -> Void)?
  private let model: Model
  private let list: AnyWidget
  private let make: () -> Row
  private let content: (Model.Row) -> Row.Content
  private let changes: ([Model.Row.ID]) -> ([Model.Row.ID], [Changeset.Hunk])
  /// The count that GTK knows. The list view owns it.
  private let store: UnsafeMutableRawPointer
  /// The rows that GTK knows. Of the rows themselves there is no copy: a second one would have to be made for each change.
  private var ids: [Model.Row.ID] = []
  private var revision: Int?
  private var footer = ListFooter.none
  /// The cells in use, by their `GtkListItem`.
  private var cells: [UnsafeMutableRawPointer: Cell] = [:]
  private var left: [Cell] = []
  private var isApplying = false

  init(
    _ model: Model, in list: AnyWidget, make: @escaping () -> Row, content: @escaping (Model.Row) -> Row.Content,
    changes: @escaping ([Model.Row.ID]) -> ([Model.Row.ID], [Changeset.Hunk])
  ) {
    self.model = model
    self.list = list
    self.make = make
    self.content = content
    self.changes = changes
    store = strata_list_model_new()
    let factory = UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()!)
    connect(factory)
    let selection = gtk_no_selection_new(OpaquePointer(store))
    gtk_list_view_set_model(list.opaque, selection)
    gtk_list_view_set_factory(list.opaque, OpaquePointer(factory))
    g_object_unref(UnsafeMutableRawPointer(selection))
    g_object_unref(factory)
    Signal.receive("activate", of: list.raw) { [self] in activate($0.number(1)) }
  }

  // MARK: - Changes

  /// Shows the model's rows. Cells whose row is the same, and looks the same, are not touched.
  func apply(_ newFooter: ListFooter) {
    let (wasAtStart, firstBefore) = (isAtStart, ids.first)
    isApplying = true
    let (oldCount, hadFooter) = (ids.count, footer != .none)
    footer = newFooter
    if hadFooter, footer == .none { replace(oldCount..<oldCount + 1, with: 0) }
    let touched = follow()
    if touched == nil { compare() }
    if !hadFooter, footer != .none { replace(ids.count..<ids.count, with: 1) }
    isApplying = false
    // NB: only now do positions and rows agree.
    let rows = model.rows
    for (item, cell) in cells where !isUpToDate(cell, item, touched) { show(cell, item, rows) }
    clearLeft()
    if wasAtStart, firstBefore != nil, ids.first != firstBefore { scrollToStart() }
  }

  /// Takes the steps that the model took since, and returns whose content they touched; nil if it does not know them.
  private func follow() -> Set<Model.Row.ID>? {
    let before = revision
    revision = model.rowsRevision
    guard let steps = before.flatMap(model.rowChanges) else { return nil }
    var touched: Set<Model.Row.ID> = []
    for step in steps {
      if let new = step.inserted {
        ids.replaceSubrange(step.removed, with: [new])
        replace(step.removed, with: 1)
        touched.insert(new)
      } else if !step.removed.isEmpty {
        ids.removeSubrange(step.removed)
        replace(step.removed, with: 0)
      } else {
        touched.insert(ids[step.removed.lowerBound])
      }
    }
    return touched
  }

  private func isUpToDate(_ cell: Cell, _ item: UnsafeMutableRawPointer, _ touched: Set<Model.Row.ID>?) -> Bool {
    let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
    guard let touched, position < ids.count else { return false }
    return cell.shows(ids[position]) && !touched.contains(ids[position])
  }

  /// Finds out what changed.
  private func compare() {
    let (newIDs, hunks) = changes(ids)
    ids = newIDs
    // NB: back to front, so that the places of the hunks that follow are still right.
    for hunk in few(hunks).reversed() { replace(hunk.removed, with: hunk.inserted.count) }
  }

  private var isAtStart: Bool {
    guard let adjustment = gtk_scrollable_get_vadjustment(list.opaque) else { return true }
    return gtk_adjustment_get_value(adjustment) <= gtk_adjustment_get_lower(adjustment)
  }

  /// GTK keeps the first visible row in its place. Who is at the start wants to see what comes before it.
  private func scrollToStart() {
    gtk_widget_activate_action_variant(list.cast(), "list.scroll-to-item", g_variant_new_uint32(0))
  }

  private func replace(_ places: Range<Int>, with count: Int) {
    strata_list_model_replace(store, UInt32(places.lowerBound), UInt32(places.count), UInt32(count))
  }

  /// Past some hundred changes one large one is cheaper: each makes GTK look at all of its cells.
  private func few(_ hunks: [Changeset.Hunk]) -> [Changeset.Hunk] {
    guard hunks.count > 512, let first = hunks.first, let last = hunks.last else { return hunks }
    return [
      Changeset.Hunk(
        removed: first.removed.lowerBound..<last.removed.upperBound,
        inserted: first.inserted.lowerBound..<last.inserted.upperBound)
    ]
  }

  // MARK: - Cells

  private func connect(_ factory: UnsafeMutableRawPointer) {
    Signal.receive("setup", of: factory) { arguments in
      guard let item = arguments.object(1) else { return }
      let cell = Cell()
      Attachment.set(cell, on: item)
      gtk_list_item_set_child(OpaquePointer(item), cell.root.cast())
    }
    Signal.receive("bind", of: factory) { [self] arguments in
      guard let item = arguments.object(1), let cell = Attachment.get(Cell.self, of: item) else { return }
      cell.isBound = true
      cells[item] = cell
      if !isApplying { show(cell, item, model.rows) }
    }
    Signal.receive("unbind", of: factory) { [self] arguments in
      guard let item = arguments.object(1), let cell = cells.removeValue(forKey: item) else { return }
      cell.isBound = false
      // NB: GTK unbinds and binds every cell when a row moves. Only what stays unbound has left.
      if left.isEmpty, !isApplying { MainLoop.idle { [weak self] in self?.clearLeft() } }
      left.append(cell)
    }
  }

  private func clearLeft() {
    for cell in left { cell.clearIfUnused() }
    left = []
  }

  private func show(_ cell: Cell, _ item: UnsafeMutableRawPointer, _ rows: [Model.Row]) {
    let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
    let isRow = position < ids.count
    gtk_list_item_set_activatable(OpaquePointer(item), isRow && onActivate != nil ? 1 : 0)
    if isRow {
      if let row = row(at: position, in: rows) { cell.show(content(row), of: row.id, make: make) }
    } else {
      cell.show(footer) { FooterRowView { [model] in model.retry() } }
    }
  }

  /// The row that GTK shows there, or nil if the model has another one there since: it is shown before the next frame.
  private func row(at position: Int, in rows: [Model.Row]) -> Model.Row? {
    ids.indices.contains(position) && rows.indices.contains(position) && rows[position].id == ids[position]
      ? rows[position] : nil
  }

  private func activate(_ position: Int) {
    if let row = row(at: position, in: model.rows) { onActivate?(row) }
  }

  /// The places whose cells are in the visible part of the list, ascending. What waits for them to come in sight runs,
  /// and so for the rows one window's height around them.
  func look() -> [Int] {
    let height = Float(gtk_widget_get_height(list.cast()))
    var positions: [Int] = []
    for (item, cell) in cells {
      var bounds = graphene_rect_t()
      guard gtk_widget_compute_bounds(cell.root.cast(), list.cast(), &bounds) != 0, bounds.size.height > 0 else {
        continue
      }
      let (top, bottom) = (bounds.origin.y, bounds.origin.y + bounds.size.height)
      if top < 2 * height, bottom > -height { cell.sight.open() }
      let position = Int(gtk_list_item_get_position(OpaquePointer(item)))
      if top < height, bottom > 0, position < ids.count { positions.append(position) }
    }
    return positions.sorted()
  }
}
#endif
