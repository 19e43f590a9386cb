// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// The books of the shop, in the order of their ids, and as many numbered volumes of them as were asked for.
///
/// ```swift
/// let found = try Catalogue().search("hobbit")
/// print(found.count, found[0].title)
/// ```
///
/// The volumes exist as numbers alone and are made when they are looked at, so that a catalogue of 100,000 books starts
/// as fast as one of 300. Safe to use from any task.
public struct Catalogue: Sendable {
  /// How many books there are.
  public let count: Int
  let entries: [CatalogueEntry]
  let texts: [SearchText]
  private let places: [String: Int]

  /// The shop's catalogue.
  ///
  /// - Parameter count: How many books: fewer than the real ones, or volumes of them up to this number. Default: the
  ///   real ones.
  /// - Throws: ``CatalogueError`` if the file is missing or a line of it is wrong.
  public init(count: Int? = nil) throws(CatalogueError) {
    guard let file = Bundle.module.url(forResource: "Catalogue", withExtension: "tsv"),
      let table = try? String(contentsOf: file, encoding: .utf8)
    else { throw CatalogueError(line: 1, column: nil, reason: "The file cannot be read as UTF-8.") }
    try self.init(parsing: table, count: count)
  }

  /// A catalogue of the lines of a table with tabs between its columns.
  ///
  /// - Throws: ``CatalogueError`` with the line and the column.
  public init(parsing table: String, count: Int? = nil) throws(CatalogueError) {
    var entries = try CatalogueEntry.parse(table)
    self.count = entries.isEmpty ? 0 : max(0, count ?? entries.count)
    entries.removeLast(max(0, entries.count - self.count))
    self.entries = entries
    texts = entries.map(SearchText.init)
    places = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($1.book.id, $0) })
  }

  /// The book at a place, 0 ..< ``count``: first every real one, then every second volume, and so on.
  public subscript(place: Int) -> Book {
    let (volume, entry) = place.quotientAndRemainder(dividingBy: entries.count)
    return entries[entry].book.volume(volume + 1)
  }

  /// The place of a book, or nil if the shop has no such book.
  public func place(of id: String) -> Int? {
    if let place = places[id] { return place }
    // Only the one spelling that `volume(_:)` writes.
    guard let mark = id.firstRange(of: Book.volumeMark), let volume = Int(id[mark.upperBound...]), volume > 1,
      let first = places[String(id[..<mark.lowerBound])]
    else { return nil }
    let (offset, isTooLarge) = (volume - 1).multipliedReportingOverflow(by: entries.count)
    guard !isTooLarge, offset < count - first, self[offset + first].id == id else { return nil }
    return offset + first
  }

  /// A sentence about the book at a place.
  public func about(_ place: Int) -> String {
    let (volume, entry) = place.quotientAndRemainder(dividingBy: entries.count)
    guard volume > 0 else { return entries[entry].about }
    return "A numbered volume that fills the shelves of a large shop. " + entries[entry].about
  }

  /// Up to four other books: by the same authors, then of the same subject, in the order of the catalogue.
  public func related(to place: Int) -> [Book] {
    let (volume, index) = place.quotientAndRemainder(dividingBy: entries.count)
    let book = entries[index].book
    let others = entries.indices.filter { volume > 0 || $0 != index }.map { entries[$0].book }
    let sameAuthor = others.filter { !Set($0.authors).isDisjoint(with: book.authors) }
    let sameSubject = others.filter { $0.subject == book.subject && !sameAuthor.contains($0) }
    return Array((sameAuthor + sameSubject).prefix(4))
  }
}

extension Book {
  static let volumeMark = "--volume-"

  /// Itself, or a numbered copy with an id and a title of its own.
  func volume(_ number: Int) -> Book {
    guard number > 1 else { return self }
    return Book(
      id: "\(id)\(Self.volumeMark)\(number)", title: "\(title), volume \(number)", authors: authors, year: year,
      language: language, publisher: publisher, pages: pages, subject: subject)
  }
}
