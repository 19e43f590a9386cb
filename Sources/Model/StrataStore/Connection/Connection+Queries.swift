// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// What a read found, and whether it came across values that have expired.
struct Found<Content> {
  var content: Content
  var hasExpired = false
}

extension Connection {
  /// The rows of a query.
  mutating func rows(
    _ layout: CollectionLayout, _ query: QueryText, now: () -> Double
  ) throws(StoreError) -> Found<[StoredRow]> {
    try found(layout, else: [], now: now) { connection, time throws(StoreError) in
      var rows: [StoredRow] = []
      let select = query.select("created, modified, expires, value, key", from: layout, aliveAt: time)
      try connection.each(select.text, select.values) { statement in
        var row = StoredRow(statement)
        row.key = layout.kind == .text ? .text(statement.text(4)) : .integer(statement.integer(4))
        rows.append(row)
      }
      return rows
    }
  }

  /// The values of a query alone.
  mutating func values(
    _ layout: CollectionLayout, _ query: QueryText, now: () -> Double
  ) throws(StoreError) -> Found<[Data]> {
    try found(layout, else: [], now: now) { connection, time throws(StoreError) in
      var values: [Data] = []
      let select = query.select("value", from: layout, aliveAt: time)
      try connection.each(select.text, select.values) { values.append($0.data(0)) }
      return values
    }
  }

  /// The keys of a query.
  mutating func keys(
    _ layout: CollectionLayout, _ query: QueryText, now: () -> Double
  ) throws(StoreError) -> Found<[StoreKeyValue]> {
    try found(layout, else: [], now: now) { connection, time throws(StoreError) in
      var keys: [StoreKeyValue] = []
      let select = query.select("key", from: layout, aliveAt: time)
      try connection.each(select.text, select.values) { statement in
        keys.append(layout.kind == .text ? .text(statement.text(0)) : .integer(statement.integer(0)))
      }
      return keys
    }
  }

  /// How many rows a query has.
  mutating func count(
    _ layout: CollectionLayout, _ query: QueryText, now: () -> Double
  ) throws(StoreError) -> Found<Int> {
    try found(layout, else: 0, now: now) { connection, time throws(StoreError) in
      if let time, query.condition == nil, !query.hasPage { return try connection.countAll(layout, aliveAt: time) }
      let condition = query.condition(aliveAt: time)
      var sql = "FROM \(layout.table)" + condition.text
      if query.hasPage { sql = "FROM (SELECT 1 " + sql + query.page.text + ")" }
      return try connection.first("SELECT count(*) " + sql, condition.values + query.page.values) {
        Int($0.integer(0))
      } ?? 0
    }
  }

  /// All rows less the expired ones, from indexes alone: the rows are not read.
  private mutating func countAll(_ layout: CollectionLayout, aliveAt now: Double) throws(StoreError) -> Int {
    let rows = "(SELECT count(*) FROM \(layout.table)"
    let sql = """
      SELECT \(rows)) - \(rows) WHERE expires IS NOT NULL AND expires <= ?1) \
      - \(rows) WHERE expires IS NOT NULL AND modified > ?1 AND expires > ?1)
      """
    return try first(sql, [.real(now)]) { Int($0.integer(0)) } ?? 0
  }

  /// How many rows of a query have each value of a field.
  mutating func groups(
    _ layout: CollectionLayout, _ expression: String, _ query: QueryText, now: () -> Double
  ) throws(StoreError) -> Found<[(StoreValue, Int)]> {
    try found(layout, else: [], now: now) { connection, time throws(StoreError) in
      let condition = query.condition(aliveAt: time)
      let sql = "SELECT \(expression), count(*) FROM \(layout.table)" + condition.text + " GROUP BY 1 ORDER BY 1"
      var groups: [(StoreValue, Int)] = []
      try connection.each(sql, condition.values) { groups.append(($0.value(0), Int($0.integer(1)))) }
      return groups
    }
  }

  /// Deletes the rows of a query, expired ones too.
  mutating func delete(_ layout: CollectionLayout, _ query: QueryText) throws(StoreError) -> Int {
    try ifPresent(layout, else: 0) { connection throws(StoreError) in
      let condition = query.condition(aliveAt: nil)
      var sql = "DELETE FROM \(layout.table)"
      if query.hasPage {
        sql += " WHERE key IN (SELECT key FROM \(layout.table)" + condition.text + query.order + query.page.text + ")"
      } else {
        sql += condition.text
      }
      try connection.run(sql, condition.values + query.page.values)
      return connection.changes
    }
  }

  /// Deletes what has expired at a time.
  mutating func deleteExpired(_ layout: CollectionLayout, at now: Double) throws(StoreError) -> Int {
    try ifPresent(layout, else: 0) { connection throws(StoreError) in
      guard try connection.isExpiring(layout) else { return 0 }
      let sql = "DELETE FROM \(layout.table) WHERE expires IS NOT NULL AND (expires <= ?1 OR modified > ?1)"
      try connection.run(sql, [.real(now)])
      return connection.changes
    }
  }

  /// How SQLite would run a query.
  mutating func plan(_ layout: CollectionLayout, _ query: QueryText) throws(StoreError) -> [String] {
    try ifPresent(layout, else: []) { connection throws(StoreError) in
      var lines: [String] = []
      let select = query.select("value", from: layout, aliveAt: nil)
      try connection.each("EXPLAIN QUERY PLAN " + select.text, select.values) { lines.append($0.text(3)) }
      return lines
    }
  }

  /// Whether a collection has, or had, a value that expires; the file's word.
  mutating func isExpiring(_ layout: CollectionLayout) throws(StoreError) -> Bool {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?1"
    return try first(sql, [.text(layout.expiryIndex)]) { _ in true } ?? false
  }

  /// Runs a read with the time, if the collection has values that expire, and looks whether some are over.
  private mutating func found<Content>(
    _ layout: CollectionLayout, else absent: Content, now: () -> Double,
    _ read: (inout Self, Double?) throws(StoreError) -> Content
  ) throws(StoreError) -> Found<Content> {
    try ifPresent(layout, else: Found(content: absent)) { connection throws(StoreError) in
      if try !connection.wasExpiring(layout) {
        let content = try read(&connection, nil)
        // The first value that expires may have come meanwhile, from another process too.
        if try !connection.isStillExpiring(layout) { return Found(content: content) }
      }
      let now = now()
      let content = try read(&connection, now)
      let rows = "EXISTS (SELECT 1 FROM \(layout.table) WHERE expires IS NOT NULL AND"
      let sql = "SELECT \(rows) expires <= ?1) OR \(rows) modified > ?1)"
      let hasExpired = try connection.first(sql, [.real(now)]) { $0.integer(0) != 0 } ?? false
      return Found(content: content, hasExpired: hasExpired)
    }
  }
}
