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
    text += book.year < 0 ? "dates from about \(-book.year) BC" : "first appeared in \(book.year)"
    if let publisher = book.publisher { text += ", published by \(publisher)" }
    if let pages = book.pages { text += "; a common edition has \(pages) pages" }
    return text + "."
  }
}

extension [String] {
  fileprivate var formatted: String {
    count > 1 ? dropLast().joined(separator: ", ") + " and " + (last ?? "") : first ?? ""
  }
}
