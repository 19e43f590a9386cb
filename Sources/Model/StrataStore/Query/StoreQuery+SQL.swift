// Part of Strata.
// SPDX-License-Identifier: MIT

/// A query as SQL for one collection.
struct QueryText {
  /// `""` or `" WHERE …"`, without the rule of expiry.
  var condition: SQLText?
  /// `" ORDER BY …"`.
  var order: String
  /// `""` or `" LIMIT ? OFFSET ?"`.
  var page = SQLText("")
  var hasPage: Bool { !page.text.isEmpty }

  /// ` WHERE …` with the rule of expiry at a time, where the collection has values that expire.
  func condition(aliveAt now: Double?) -> SQLText {
    var parts = condition.map { [$0] } ?? []
    if let now {
      parts.append(SQLText("(expires IS NULL OR (expires > ? AND modified <= ?))", [.real(now), .real(now)]))
    }
    return parts.isEmpty ? SQLText("") : SQLText(" WHERE ") + SQLText(joining: parts, by: " AND ")
  }

  /// The whole query for some columns.
  func select(_ columns: String, from layout: CollectionLayout, aliveAt now: Double?) -> SQLText {
    let condition = condition(aliveAt: now)
    return SQLText(
      "SELECT \(columns) FROM \(layout.table)" + condition.text + order + page.text, condition.values + page.values)
  }
}

extension StoreQuery {
  /// The query in SQL.
  ///
  /// - Parameter expression: Gives the SQL of a declared field.
  func text(_ expression: (AnyKeyPath) throws(StoreError) -> String) throws(StoreError) -> QueryText {
    var parts = try keyConditions()
    for filter in filters { parts.append(filter.sql(try expression(filter.keyPath))) }
    var terms: [String] = []
    var isDescending = false
    for order in orders {
      isDescending = order.isDescending
      let text =
        switch order.term {
        case .column(let name): name
        case .field(let keyPath): try expression(keyPath)
        }
      terms.append(text + (isDescending ? " DESC" : ""))
    }
    if orders.last.map({ $0.isKey }) != true { terms.append(isDescending ? "key DESC" : "key") }
    var text = QueryText(
      condition: parts.isEmpty ? nil : SQLText(joining: parts, by: " AND "),
      order: " ORDER BY " + terms.joined(separator: ", "))
    if limit != nil || offset > 0 {
      text.page = SQLText(" LIMIT ? OFFSET ?", [.integer(Int64(limit ?? -1)), .integer(Int64(offset))])
    }
    return text
  }

  private func keyConditions() throws(StoreError) -> [SQLText] {
    var parts: [SQLText] = []
    if let lower = try keys.lower?.normalized() { parts.append(SQLText("key >= ?", [lower.value])) }
    if let upper = try keys.upper?.normalized() {
      parts.append(SQLText(keys.includesUpper ? "key <= ?" : "key < ?", [upper.value]))
    }
    guard !prefix.isEmpty, case .text(let first) = try StoreKeyValue.text(prefix).normalized() else { return parts }
    parts.append(SQLText("key >= ?", [.text(first)]))
    // NB: the end is no key and must not be normalized: it could then move before the first one.
    if let end = first.endOfPrefix { parts.append(SQLText("key < ?", [.text(end)])) }
    return parts
  }
}

extension StoreOrder {
  fileprivate var isKey: Bool {
    if case .column("key") = term { true } else { false }
  }
}
