// Part of Strata.
// SPDX-License-Identifier: MIT

/// How the rows of a query are ordered. Rows that are equal in it are ordered by their keys.
public struct StoreOrder<Value>: Sendable {
  enum Term: Sendable {
    case column(String)
    case field(any AnyKeyPath & Sendable)
  }
  let term: Term
  var isDescending = false

  /// By key: text by its UTF-8 bytes, whole numbers by size.
  public static var key: Self { Self(term: .column("key")) }

  /// By the first write, oldest first. Sorts all rows.
  public static var created: Self { Self(term: .column("created")) }

  /// By the last write, oldest first. Sorts all rows.
  public static var modified: Self { Self(term: .column("modified")) }

  /// By an indexed field, smallest first; values without it come first.
  public static func ascending<Field: StoreField & SendableMetatype>(_ keyPath: any KeyPath<Value, Field> & Sendable)
    -> Self
  {
    Self(term: .field(keyPath))
  }

  /// By an indexed field, largest first; values without it come last.
  public static func descending<Field: StoreField & SendableMetatype>(_ keyPath: any KeyPath<Value, Field> & Sendable)
    -> Self
  {
    Self(term: .field(keyPath), isDescending: true)
  }

  /// The other way round, such as `.modified.reversed` for newest first.
  public var reversed: Self { Self(term: term, isDescending: !isDescending) }
}
