#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita
internal import StrataBinding

/// A text that cannot be edited.
///
/// ```swift
/// let label = TextLabel(lines: 2).styled("title-1")
/// label.bind { "\(model.count) books" }
/// ```
///
/// Runs on the main actor.
public struct TextLabel: Widget {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a label.
  ///
  /// - Parameters:
  ///   - text: What it shows, as it stands. Default nothing.
  ///   - lines: How many lines it takes at most, the rest is cut with an ellipsis; `nil` shows all of the text in as
  ///     many lines as it needs. Default 1.
  ///   - isSelectable: Whether the user can select and copy it. Default not.
  public init(_ text: String = "", lines: Int? = 1, isSelectable: Bool = false) {
    raw = UnsafeMutableRawPointer(gtk_label_new(text))
    gtk_label_set_xalign(opaque, 0)
    gtk_label_set_selectable(opaque, isSelectable ? 1 : 0)
    if lines != 1 {
      gtk_label_set_wrap(opaque, 1)
      gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }
    if let lines {
      gtk_label_set_lines(opaque, Int32(lines))
      gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }
  }

  /// What it shows.
  public var text: String {
    get { String(cString: gtk_label_get_text(opaque)) }
    nonmutating set { gtk_label_set_text(opaque, newValue) }
  }

  /// Shows a text, or takes no room where there is none.
  public func show(_ text: String?) {
    self.text = text ?? ""
    isVisible = text != nil
  }

  /// Shows what `text` reads, now and after every change, and takes no room where that is `nil`.
  public func bind(orHidden text: @escaping () -> String?) {
    observe(text) { [self] in show($0) }.store(in: tokens)
  }

  /// Shows what `text` reads, now and after every change.
  public func bind(_ text: @escaping () -> String) {
    observe(text) { [self] in self.text = $0 }.store(in: tokens)
  }
}

@available(*, unavailable) extension TextLabel: Sendable {}
#endif
