// Part of Strata.
// SPDX-License-Identifier: MIT

/// A line of the catalogue: a book and what only searching and its own page need.
struct CatalogueEntry: Hashable, Sendable {
  let book: Book
  /// The title in the language it was written in, where that differs.
  let original: String?
  /// Further words that find it, such as an author's name in another script.
  let also: String?

  /// One sentence, made of the facts alone.
  var about: String {
    var text = "“\(book.title)”"
    if let original { text += " (\(original))" }
    text += " by \(book.authors.formatted) "
    text += book.appearance
    if let publisher = book.publisher { text += ", published by \(publisher)" }
    if let pages = book.pages { text += "; a common edition has \(pages) pages" }
    return text + "."
  }
}

extension Book {
  /// Before printing, years are what scholars agree on.
  fileprivate var appearance: String {
    switch year {
    case ..<0: "dates from about \(-year) BC"
    case ..<1450: "dates from about \(year)"
    default: "first appeared in \(year)"
    }
  }
}

extension [String] {
  fileprivate var formatted: String {
    count > 1 ? dropLast().joined(separator: ", ") + " and " + (last ?? "") : first ?? ""
  }
}
