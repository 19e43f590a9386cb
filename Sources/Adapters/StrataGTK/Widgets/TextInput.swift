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
  /// typed (it trims, it refuses), the field shows what the model kept.
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
  }
}

/// What one bound field knows.
@Observable private final class TextLink {
  /// How often the user has changed the text.
  var edits = 0
  /// The field is being written. GTK then reports two changes, to "" and to the text: neither is an edit.
  @ObservationIgnored private(set) var isWriting = false

  func write(_ text: String, to input: some TextInput) {
    guard input.text != text else { return }
    isWriting = true
    defer { isWriting = false }
    let position = gtk_editable_get_position(input.opaque)
    input.text = text
    gtk_editable_set_position(input.opaque, position)
  }
}
#endif
