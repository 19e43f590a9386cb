#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
public import StrataBinding

/// A widget that a text is typed into: ``Entry``, ``SearchEntry``, ``PasswordEntry``.
///
/// Runs on the main actor.
@MainActor public protocol TextInput: Widget {}

extension TextInput {
  /// What stands in the field.
  public var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    nonmutating set { gtk_editable_set_text(opaque, newValue) }
  }

  /// Keeps the field and a property equal, in both directions, as long as the field lives.
  ///
  /// The model gets each edit at once, and no echo of its own writes. Where it keeps another text than the one
  /// typed (it trims, it refuses), the field shows what the model kept, and the cursor stays with the text around it.
  /// While an input method composes, the field is left alone; what the model kept shows when the composition ends.
  ///
  /// ```swift
  /// entry.bind(text: \.query, of: model)
  /// ```
  ///
  /// - Parameters:
  ///   - path: An observable property.
  ///   - model: Its owner, held until the field is destroyed.
  public func bind<Model: AnyObject>(text path: ReferenceWritableKeyPath<Model, String>, of model: Model) {
    bind(text: TwoWay(model, path))
  }

  /// Keeps the field and a value equal, in both directions: for a value with a conversion or a rule. What the value
  /// refuses stands in the field until the next edit, or until the model changes.
  ///
  /// - Parameter value: The model's text. Held until the field is destroyed.
  public func bind(text value: TwoWay<String>) {
    let composition = Composition()
    let link = TwoWayLink(value, isComposing: { composition.isOpen }) { [self] in write($0) }
    // NB: "changed" and not "search-changed": the latter comes late, and its text would then
    // write over a newer one.
    on("changed") { [self] in link.edited(text) }
    guard let inner = gtk_editable_get_delegate(opaque) else { return }
    Signal.receive("preedit-changed", of: UnsafeMutableRawPointer(inner)) { [self] in
      composition.isOpen = !$0.text(1).isEmpty
      // NB: the commit comes right after, and is an edit that goes first. The field lives as long as its link.
      if !composition.isOpen { MainLoop.idle { [weak link] in link?.composed(text) } }
    }
  }

  /// Runs a closure when Enter is pressed in the field. Released with the field.
  public func onSubmit(_ submit: @escaping () -> Void) { on("activate", handler: submit) }

  private func write(_ new: String) {
    let shown = text
    guard shown != new else { return }
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(opaque, &start, &end)
    text = new
    let change = TextChange(from: shown, to: new)
    gtk_editable_select_region(opaque, Int32(change.moved(Int(start))), Int32(change.moved(Int(end))))
  }
}

/// Whether an input method shows a text that it has not committed yet.
private final class Composition {
  var isOpen = false
}
#endif
