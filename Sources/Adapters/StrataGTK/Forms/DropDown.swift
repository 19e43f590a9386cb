#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding

/// One choice of several, in a list that drops down.
///
/// ```swift
/// let province = DropDown<Region>("Choose a province", title: \.name)
/// province.bind(selection: \.province, of: model) { model.provinces }
/// ```
///
/// The choices may come later than the selection, and change: the selection is the model's, and stands in the list also
/// where it is not among the choices. Runs on the main actor.
public struct DropDown<Value: Hashable>: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer
  private let placeholder: String
  private let title: (Value) -> String

  /// Makes a list without choices.
  ///
  /// - Parameters:
  ///   - placeholder: What stands there while nothing is chosen. The user chooses it to choose nothing.
  ///   - title: What a choice is called.
  public init(_ placeholder: String, title: @escaping (Value) -> String) {
    (self.placeholder, self.title) = (placeholder, title)
    raw = UnsafeMutableRawPointer(gtk_drop_down_new(gtk_string_list_new(nil), nil))
  }

  /// Keeps the choice and a property equal, in both directions, as long as the list lives.
  ///
  /// - Parameters:
  ///   - path: An observable property, `nil` while nothing is chosen.
  ///   - model: Its owner, held until the list is destroyed.
  ///   - values: Reads what can be chosen.
  public func bind<Model: AnyObject>(
    selection path: ReferenceWritableKeyPath<Model, Value?>, of model: Model, values: @escaping () -> [Value]
  ) {
    bind(selection: TwoWay(model, path), values: values)
  }

  /// Keeps the choice and a value equal, in both directions, as long as the list lives.
  ///
  /// - Parameters:
  ///   - selection: The model's value, `nil` while nothing is chosen. Held.
  ///   - values: Reads what can be chosen.
  public func bind(selection: TwoWay<Value?>, values: @escaping () -> [Value]) {
    let choices = DropDownChoices(raw, placeholder, title)
    let link = TwoWayLink(selection) { choices.show($0) }
    observe(values) { choices.show($0) }.store(in: tokens)
    on("notify::selected") {
      if choices.readSelection() { link.edited(choices.selection) }
    }
  }
}

@available(*, unavailable) extension DropDown: Sendable {}

/// What one bound list shows: the placeholder, then the choices.
private final class DropDownChoices<Value: Hashable> {
  private let list: AnyWidget
  private let placeholder: String
  private let title: (Value) -> String
  private var values: [Value] = []
  /// What is chosen: by the model, or by the user after it.
  private(set) var selection: Value?
  private var shown: [Value?] = []
  /// GTK reports selections of its own making while its rows are replaced.
  private var isWriting = false

  init(_ raw: UnsafeMutableRawPointer, _ placeholder: String, _ title: @escaping (Value) -> String) {
    (list, self.placeholder, self.title) = (AnyWidget(raw), placeholder, title)
  }

  /// Takes over what GTK says is selected, if it was the user who selected it.
  func readSelection() -> Bool {
    let position = Int(gtk_drop_down_get_selected(list.opaque))
    guard !isWriting, shown.indices.contains(position) else { return false }
    selection = shown[position]
    return true
  }

  func show(_ selection: Value?) {
    self.selection = selection
    update()
  }

  func show(_ values: [Value]) {
    self.values = values
    update()
  }

  private func update() {
    isWriting = true
    defer { isWriting = false }
    var rows: [Value?] = [nil] + values
    if !rows.contains(selection) { rows.append(selection) }
    if rows != shown { replace(rows) }
    gtk_drop_down_set_selected(list.opaque, UInt32(rows.firstIndex(of: selection) ?? 0))
  }

  private func replace(_ rows: [Value?]) {
    let store = gtk_drop_down_get_model(list.opaque)
    withStrings(rows.map { $0.map(title) ?? placeholder }) {
      gtk_string_list_splice(store, 0, UInt32(shown.count), $0)
    }
    shown = rows
  }
}

/// Lends texts as C's array of strings.
private func withStrings(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void) {
  let copies = texts.map { UnsafePointer(g_strdup($0)) } + [nil]
  defer { for copy in copies { g_free(UnsafeMutablePointer(mutating: copy)) } }
  body(copies)
}
#endif
