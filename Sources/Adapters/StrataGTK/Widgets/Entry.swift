#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataAdwaita

/// A field for one line of text.
///
/// ```swift
/// let entry = Entry(placeholder: "Name")
/// entry.bind(text: \.name, of: model)
/// ```
///
/// Runs on the main actor.
public struct Entry: TextInput {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes a field.
  ///
  /// - Parameter placeholder: What it shows while empty. Default nothing.
  public init(placeholder: String = "") {
    raw = UnsafeMutableRawPointer(gtk_entry_new())
    gtk_entry_set_placeholder_text(cast(), placeholder)
  }
}

@available(*, unavailable) extension Entry: Sendable {}

/// A field for a search, with a button that clears it.
///
/// ```swift
/// let search = SearchEntry(placeholder: "Title or author")
/// search.bind(text: \.query, of: model)
/// ```
///
/// The model gets each key at once and decides itself how long to wait. Runs on the main actor.
public struct SearchEntry: TextInput {
  /// The `GtkWidget` itself.
  public let raw: UnsafeMutableRawPointer

  /// Makes an empty field.
  ///
  /// - Parameter placeholder: What it shows while empty. Default nothing.
  public init(placeholder: String = "") {
    raw = UnsafeMutableRawPointer(gtk_search_entry_new())
    // NB: GTK 4.8 has the property, and the function for it only 4.10.
    set("placeholder-text", to: placeholder)
  }
}

@available(*, unavailable) extension SearchEntry: Sendable {}
#endif
