// Part of Strata.
// SPDX-License-Identifier: MIT

/// A condition on one indexed field. Several of them in a query must all hold.
///
/// ```swift
/// books.all(.where(.equal(\.author, "Ursula K. Le Guin"), .range(\.year, 1968..<1980)))
/// ```
public struct StoreFilter<Value>: Sendable {
  enum Condition: Sendable {
    case equal(StoreValue)
    case oneOf([StoreValue])
    case range(StoreBounds<StoreValue>)
  }
  let keyPath: any AnyKeyPath & Sendable
  let condition: Condition

  /// The field is this value; `nil` finds values without the field.
  public static func equal<Field: StoreField & SendableMetatype>(
    _ keyPath: any KeyPath<Value, Field> & Sendable, _ value: Field
  ) -> Self {
    Self(keyPath: keyPath, condition: .equal(value.storeValue))
  }

  /// The field is one of these values. An empty list finds nothing.
  public static func `in`<Field: StoreField & SendableMetatype>(
    _ keyPath: any KeyPath<Value, Field> & Sendable, _ values: some Sequence<Field>
  ) -> Self {
    Self(keyPath: keyPath, condition: .oneOf(values.map(\.storeValue)))
  }

  /// The field lies in a range, such as `1968..<1980` or `"a"...`.
  public static func range<Field: StoreField & SendableMetatype>(
    _ keyPath: any KeyPath<Value, Field> & Sendable, _ range: some StoreRange<Field>
  ) -> Self {
    Self(keyPath: keyPath, condition: .range(range.storeBounds.values))
  }

  /// The field has a value and that lies in a range.
  public static func range<Field: StoreField & SendableMetatype>(
    _ keyPath: any KeyPath<Value, Field?> & Sendable, _ range: some StoreRange<Field>
  ) -> Self {
    Self(keyPath: keyPath, condition: .range(range.storeBounds.values))
  }
}

extension StoreBounds where Bound: StoreField {
  fileprivate var values: StoreBounds<StoreValue> {
    StoreBounds<StoreValue>(lower: lower?.storeValue, upper: upper?.storeValue, includesUpper: includesUpper)
  }
}

extension StoreFilter {
  /// The condition in SQL, with the values that it binds.
  func sql(_ expression: String) -> SQLText {
    switch condition {
    case .equal(let value): return SQLText(expression + " IS ") + SQLText(operand: value)
    case .oneOf(let values):
      let list = values.map { SQLText(operand: $0) }
      return SQLText(expression + " IN (") + SQLText(joining: list, by: ", ") + SQLText(")")
    case .range(let bounds):
      var parts: [SQLText] = [SQLText(expression + " IS NOT NULL")]
      if let lower = bounds.lower { parts.append(SQLText(expression + " >= ") + SQLText(operand: lower)) }
      if let upper = bounds.upper {
        parts.append(SQLText(expression + (bounds.includesUpper ? " <= " : " < ")) + SQLText(operand: upper))
      }
      return SQLText(joining: parts, by: " AND ")
    }
  }
}

/// A piece of SQL with the values for its question marks.
struct SQLText {
  var text: String
  var values: [StoreValue] = []

  init(_ text: String, _ values: [StoreValue] = []) {
    self.text = text
    self.values = values
  }

  /// One value. A fraction goes the same way as the stored JSON does: through SQLite's reading of its digits.
  init(operand value: StoreValue) {
    if case .real(let number) = value, number.isFinite {
      self.init("json_extract(?, '$')", [.text("\(number)")])
    } else {
      self.init("?", [value])
    }
  }

  init(joining parts: [SQLText], by separator: String) {
    self.init(parts.map(\.text).joined(separator: separator), parts.flatMap(\.values))
  }

  static func + (left: SQLText, right: SQLText) -> SQLText {
    SQLText(left.text + right.text, left.values + right.values)
  }
}
