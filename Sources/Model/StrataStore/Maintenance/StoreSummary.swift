// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
internal import Foundation
internal import StrataContract

/// What is inside a store, for debugging: print it.
public struct StoreSummary: Sendable, Hashable {
  /// One collection.
  public struct CollectionSummary: Sendable, Hashable {
    /// The name.
    public let name: String
    /// How many values, expired ones included.
    public let count: Int
    /// How many bytes the values have together.
    public let bytes: Int
    /// The indexed fields, as they are called in the JSON.
    public let indexes: [String]
  }

  /// The file's path, or `:memory:`.
  public let path: String
  /// SQLite's version.
  public let sqliteVersion: String
  /// The size of the file in bytes, without its log.
  public let fileBytes: Int
  /// The migrations that the file has seen.
  public let migrations: [String]
  /// The collections by name.
  public let collections: [CollectionSummary]
}

extension StoreSummary: CustomStringConvertible {
  /// One line for the file, and one for each collection.
  public var description: String {
    let head = "\(path): \(fileBytes) bytes, SQLite \(sqliteVersion), \(migrations.count) migrations"
    let lines = collections.map { collection in
      "  \(collection.name): \(collection.count) values, \(collection.bytes) bytes"
        + (collection.indexes.isEmpty ? "" : ", indexes on \(collection.indexes.joined(separator: ", "))")
    }
    return ([head] + lines).joined(separator: "\n")
  }
}

extension Store {
  /// Looks at everything inside; it reads the whole file.
  ///
  /// - Throws: What SQLite reports.
  @concurrent
  public func describe() async throws(StoreError) -> StoreSummary {
    let path = file?.path ?? ":memory:"
    return try read { connection throws(StoreError) in
      var names: [String] = []
      try connection.each("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
        names.append($0.text(0))
      }
      var migrations: [String] = []
      try connection.each("SELECT name FROM strata_migrations ORDER BY number") { migrations.append($0.text(0)) }
      var collections: [StoreSummary.CollectionSummary] = []
      for name in names where !name.hasPrefix("strata_") && !name.hasPrefix("sqlite_") {
        collections.append(try connection.summary(layout(name, .text)))
      }
      let pages = try connection.first("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") {
        Int($0.integer(0))
      }
      return StoreSummary(
        path: path, sqliteVersion: String(cString: sqlite3_libversion()), fileBytes: pages ?? 0,
        migrations: migrations, collections: collections)
    }
  }
}

extension Connection {
  fileprivate mutating func summary(
    _ layout: CollectionLayout
  ) throws(StoreError) -> StoreSummary.CollectionSummary {
    var (count, bytes) = (0, 0)
    try each("SELECT count(*), total(length(CAST(value AS BLOB))) FROM \(layout.table)") {
      (count, bytes) = (Int($0.integer(0)), Int($0.number(1)))
    }
    let indexes = try indexNames(layout).filter { $0.hasPrefix(layout.fieldIndexPrefix) }
    return StoreSummary.CollectionSummary(
      name: layout.name, count: count, bytes: bytes,
      indexes: indexes.map { String($0.dropFirst(layout.fieldIndexPrefix.count)) }.sorted())
  }
}
