// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// One row of the raw SQL door.
///
/// ```swift
/// for row in try store.rows("SELECT key, json_extract(value, '$.title') AS title FROM books LIMIT ?", 10) {
///   print(try row.text("title"))
/// }
/// ```
///
/// Safe to use from any task.
public struct StoreRow: Hashable, Sendable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// The values of the columns, in order.
  public let values: [StoreValue]

  /// The value of a column; `nil` if there is no such column.
  public subscript(_ column: String) -> StoreValue? { columns.firstIndex(of: column).map { values[$0] } }

  /// The text of a column.
  ///
  /// - Throws: `notDecodable`, with the column's name, if it is NULL, something else or missing.
  public func text(_ column: String) throws(StoreError) -> String {
    guard case .text(let text)? = self[column] else { throw wrong(column, "text") }
    return text
  }

  /// The whole number of a column.
  ///
  /// - Throws: `notDecodable`, with the column's name, if it is NULL, something else or missing.
  public func integer(_ column: String) throws(StoreError) -> Int {
    guard case .integer(let number)? = self[column], let small = Int(exactly: number) else {
      throw wrong(column, "a whole number")
    }
    return small
  }

  /// The number of a column.
  ///
  /// - Throws: `notDecodable`, with the column's name, if it is NULL, something else or missing.
  public func number(_ column: String) throws(StoreError) -> Double {
    switch self[column] {
    case .real(let number): return number
    case .integer(let number): return Double(number)
    default: throw wrong(column, "a number")
    }
  }

  /// The bytes of a column.
  ///
  /// - Throws: `notDecodable`, with the column's name, if it is NULL, something else or missing.
  public func data(_ column: String) throws(StoreError) -> Data {
    guard case .blob(let data)? = self[column] else { throw wrong(column, "bytes") }
    return data
  }

  private func wrong(_ column: String, _ wanted: String) -> StoreError {
    let found =
      switch self[column] {
      case nil: "missing; the columns are \(columns.joined(separator: ", "))"
      case .null: "NULL"
      case .integer: "a whole number"
      case .real: "a number"
      case .text: "text"
      case .blob: "bytes"
      }
    return StoreError(.notDecodable, "the column '\(column)' is \(found), not \(wanted)")
  }
}
