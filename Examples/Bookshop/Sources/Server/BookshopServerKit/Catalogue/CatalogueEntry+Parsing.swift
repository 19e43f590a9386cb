// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// What is wrong in the catalogue's file, and where.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// The column's name, or nil if it is the line as a whole.
  public let column: String?
  /// What is wrong, as a sentence.
  public let reason: String

  /// `Catalogue.tsv, line 7, column year: "19x7" is no number.`
  public var description: String {
    "Catalogue.tsv, line \(line)\(column.map { ", column \($0)" } ?? ""): \(reason)"
  }
}

extension CatalogueEntry {
  private static let columns = [
    "id", "title", "original", "authors", "also", "year", "language", "publisher", "pages", "subject",
  ]

  /// Reads a table: a header, then one book a line, sorted by id; several authors are separated by `; `.
  static func parse(_ table: String) throws(CatalogueError) -> [CatalogueEntry] {
    var lines = table.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    guard lines.first == columns.joined(separator: "\t") else {
      throw CatalogueError(line: 1, column: nil, reason: "The header is not \(columns.joined(separator: ", ")).")
    }
    var entries: [CatalogueEntry] = []
    for (index, line) in lines.enumerated().dropFirst() {
      let entry = try CatalogueEntry(line, number: index + 1)
      if let last = entries.last, entry.book.id <= last.book.id {
        throw CatalogueError(
          line: index + 1, column: "id", reason: "\"\(entry.book.id)\" is not after the line before.")
      }
      entries.append(entry)
    }
    return entries
  }

  private init(_ line: String, number: Int) throws(CatalogueError) {
    let values = line.components(separatedBy: "\t")
    guard values.count == Self.columns.count else {
      throw CatalogueError(
        line: number, column: nil, reason: "It has \(values.count) columns, not \(Self.columns.count).")
    }
    let row = Row(line: number, values: Dictionary(uniqueKeysWithValues: zip(Self.columns, values)))
    book = Book(
      id: try row.id(), title: try row.text("title"), authors: try row.authors(),
      year: try row.integer("year", in: -3000...2100), language: try row.text("language"),
      publisher: row.optional("publisher"),
      pages: row.optional("pages") == nil ? nil : try row.integer("pages", in: 1...20_000),
      subject: try row.text("subject"))
    original = row.optional("original")
    also = row.optional("also")
  }
}

private struct Row {
  let line: Int
  let values: [String: String]

  func optional(_ column: String) -> String? { values[column].flatMap { $0.isEmpty ? nil : $0 } }

  func text(_ column: String) throws(CatalogueError) -> String {
    guard let text = optional(column) else { throw wrong(column, "It is empty.") }
    return text
  }

  func id() throws(CatalogueError) -> String {
    let id = try text("id")
    let isPlain = id.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-" }
    guard isPlain, !id.hasPrefix("-"), !id.hasSuffix("-"), !id.contains("--")
    else { throw wrong("id", "\"\(id)\" has other characters than a-z, 0-9 and single hyphens between them.") }
    return id
  }

  func authors() throws(CatalogueError) -> [String] {
    let authors = try text("authors").components(separatedBy: "; ")
    guard authors.allSatisfy({ !$0.isEmpty }) else { throw wrong("authors", "One of them is empty.") }
    return authors
  }

  func integer(_ column: String, in range: ClosedRange<Int>) throws(CatalogueError) -> Int {
    let text = try text(column)
    guard let number = Int(text) else { throw wrong(column, "\"\(text)\" is no number.") }
    guard range.contains(number) else {
      throw wrong(column, "\(number) is not between \(range.lowerBound) and \(range.upperBound).")
    }
    return number
  }

  private func wrong(_ column: String, _ reason: String) -> CatalogueError {
    CatalogueError(line: line, column: column, reason: reason)
  }
}
