// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rows in sections, in the order in which they are shown. Identities of rows are unique over all sections.
///
/// A value that a model computes from its rows; ``items`` is the same as one flat list of headers and rows, for lists that
/// know no sections. Rows of several kinds are an enum with a case per kind: the switch that makes their views is then
/// checked for completeness (S3-I1).
///
/// ```swift
/// let sections = ListSections(books.rows) { $0.author }
/// sections[0]?.id                                  // "Jane Austen"
/// sections.row(at: ListPlace(section: 0, row: 1))  // or nil, where there is none
/// ```
///
/// Safe to use from any task where its rows are.
public struct ListSections<SectionID: Hashable, Row: Identifiable> {
  /// A section: what it is about, and its rows.
  public struct Part: Identifiable {
    /// What it is about.
    public var id: SectionID
    /// Its rows.
    public var rows: [Row]

    /// Makes a section.
    public init(_ id: SectionID, rows: [Row]) {
      self.id = id
      self.rows = rows
    }
  }

  /// The sections.
  public var parts: [Part]

  /// Makes sections of parts.
  public init(_ parts: [Part] = []) { self.parts = parts }

  /// Groups rows: a section stands where its first row stood, and keeps the order of its rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - section: Which section a row belongs to.
  public init(_ rows: some Sequence<Row>, by section: (Row) -> SectionID) {
    parts = []
    var places: [SectionID: Int] = [:]
    for row in rows {
      let id = section(row)
      if let place = places[id] {
        parts[place].rows.append(row)
      } else {
        places[id] = parts.count
        parts.append(Part(id, rows: [row]))
      }
    }
  }

  /// Makes a section of each row (S0-35).
  public init(each rows: some Sequence<Row>) where SectionID == Row.ID { parts = rows.map { Part($0.id, rows: [$0]) } }

  /// How many rows there are in all sections (L5-11).
  public var rowCount: Int { parts.reduce(0) { $0 + $1.rows.count } }

  /// A section, or `nil` where there is none.
  public subscript(_ section: Int) -> Part? { parts.indices.contains(section) ? parts[section] : nil }

  /// The row at a place, or `nil` where there is none (S0-08).
  public func row(at place: ListPlace) -> Row? {
    guard let rows = self[place.section]?.rows, rows.indices.contains(place.row) else { return nil }
    return rows[place.row]
  }

  /// Where a row is.
  ///
  /// - Complexity: Walks through the rows.
  public func place(of id: Row.ID) -> ListPlace? {
    for (section, part) in parts.enumerated() {
      if let row = part.rows.firstIndex(where: { $0.id == id }) { return ListPlace(section: section, row: row) }
    }
    return nil
  }

  /// One flat list: each section's header, then its rows.
  public var items: [SectionItem<SectionID, Row>] {
    parts.flatMap { part in [.header(part.id)] + part.rows.map { .row($0) } }
  }
}

extension ListSections.Part: Sendable where SectionID: Sendable, Row: Sendable {}
extension ListSections.Part: Equatable where Row: Equatable {}
extension ListSections: Sendable where SectionID: Sendable, Row: Sendable {}
extension ListSections: Equatable where Row: Equatable {}

/// The place of a row in ``ListSections``.
///
/// Safe to use from any task.
public struct ListPlace: Hashable, Comparable, Sendable {
  /// The section, counted from 0.
  public var section: Int
  /// The row in its section, counted from 0.
  public var row: Int

  /// Makes a place.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether one comes before the other.
  public static func < (left: ListPlace, right: ListPlace) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}

/// A header or a row of sections that are shown as one flat list.
///
/// Safe to use from any task where its parts are.
public enum SectionItem<SectionID: Hashable, Row: Identifiable>: Identifiable {
  /// The header of a section.
  case header(SectionID)
  /// A row.
  case row(Row)

  /// What tells the items apart: a header and a row never have the same identity.
  public enum ID: Hashable {
    /// A header's.
    case header(SectionID)
    /// A row's.
    case row(Row.ID)
  }

  /// What it is.
  public var id: ID {
    switch self {
    case .header(let section): .header(section)
    case .row(let row): .row(row.id)
    }
  }
}

extension SectionItem: Sendable where SectionID: Sendable, Row: Sendable {}
extension SectionItem: Equatable where Row: Equatable {}
extension SectionItem.ID: Sendable where SectionID: Sendable, Row.ID: Sendable {}
