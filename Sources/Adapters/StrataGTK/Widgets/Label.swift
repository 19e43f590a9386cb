#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

/// A text that cannot be edited.
///
/// ```swift
/// let label = Label()
/// label.bind { "\(model.count) books" }
/// ```
///
/// Runs on the main actor.
public struct Label: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a label.
  ///
  /// - Parameter text: What it shows. Default nothing.
  public init(_ text: String = "") { raw = UnsafeMutableRawPointer(gtk_label_new(text)) }

  /// What it shows.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    nonmutating set { gtk_label_set_text(opaque, newValue) }
  }

  /// Shows what `text` reads, now and after every change.
  public func bind(_ text: @escaping () -> String) {
    observe(text) { [self] in self.text = $0 }.store(in: tokens)
  }
}

@available(*, unavailable) extension Label: Sendable {}
#endif
