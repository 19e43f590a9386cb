#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import Observation
internal import StrataBinding

/// A widget that a text is typed into: ``Entry``, ``SearchEntry``.
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
    let link = TextLink()
    // NB: the edits count as read, so that a model that refuses one is asked again.
    observe {
      (model[keyPath: path], link.edits)
    } apply: { [self] kept, _ in
      link.write(kept, to: self)
    }
    .store(in: tokens)
    // NB: "changed" and not "search-changed": the latter comes late, and its text would then
    // write over a newer one.
    on("changed") { [self] in
      guard !link.isWriting else { return }
      model[keyPath: path] = text
      link.edits += 1
    }
    guard let inner = gtk_editable_get_delegate(opaque) else { return }
    Signal.receive("preedit-changed", of: UnsafeMutableRawPointer(inner)) { link.compose($0.text(1)) }
  }
}

/// What one bound field knows.
@Observable private final class TextLink {
  /// How often the user has changed the text, or ended a composition.
  var edits = 0
  /// The field is being written. GTK then reports two changes, to "" and to the text: neither is an edit.
  @ObservationIgnored private(set) var isWriting = false
  @ObservationIgnored private var isComposing = false

  /// What the input method shows and has not committed yet changed.
  func compose(_ unfinished: String) {
    isComposing = !unfinished.isEmpty
    // NB: the commit comes right after, and is an edit that goes first.
    if !isComposing { MainLoop.idle { [weak self] in self?.edits += 1 } }
  }

  func write(_ text: String, to input: some TextInput) {
    let shown = input.text
    guard shown != text, !isComposing else { return }
    isWriting = true
    defer { isWriting = false }
    var (start, end): (Int32, Int32) = (0, 0)
    gtk_editable_get_selection_bounds(input.opaque, &start, &end)
    input.text = text
    let change = TextChange(from: shown, to: text)
    gtk_editable_select_region(input.opaque, Int32(change.moved(Int(start))), Int32(change.moved(Int(end))))
  }
}
#endif
