// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// One value as SQLite holds it.
///
/// It is what the raw SQL door takes and gives, and what index fields are compared as.
/// Literals work: `store.rows("SELECT * FROM books WHERE key = ?", "b1")`.
/// Safe to use from any task.
public enum StoreValue: Hashable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A floating point number.
  case real(Double)
  /// Text, compared byte by byte as UTF-8.
  case text(String)
  /// Bytes.
  case blob(Data)
}

extension StoreValue: ExpressibleByNilLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral
{
  /// SQL's NULL.
  public init(nilLiteral: ()) { self = .null }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
}
