// Part of Strata.
// SPDX-License-Identifier: MIT

/// An index over one field of a collection's values, so that reads by that field are fast.
///
/// ```swift
/// let books = store.collection("books", of: Book.self, indexes: [.init(\.author), .init(\.year)])
/// let recent = try books.all(.where(.range(\.year, 2020...)).order(.descending(\.year)).limit(20))
/// ```
///
/// SQLite keeps the index itself and looks into the stored JSON for it, so every writer keeps it right.
/// It is built by the collection's first write in a process, or by ``StoreCollection/prepare()``; until then
/// reads are right but slow. Optional and nested fields work; computed properties do not.
///
/// - Important: The name of the field in the JSON comes from the key path. If `CodingKeys` rename it, say so:
///   `StoreIndex(\.author, as: "author_name")`. A wrong name is found by the first write, which throws `misdeclared`.
public struct StoreIndex<Value>: Sendable {
  let keyPath: any AnyKeyPath & Sendable
  /// The way to the field in the JSON, joined by dots; empty if it is not known.
  let path: String
  let read: @Sendable (Value) -> StoreValue

  /// Declares an index.
  ///
  /// - Parameters:
  ///   - keyPath: A stored property of the value.
  ///   - name: Its name in the JSON, with dots where it is nested. Default: the property's own.
  public init<Field: StoreField & SendableMetatype>(
    _ keyPath: any KeyPath<Value, Field> & Sendable, as name: String? = nil
  ) {
    self.keyPath = keyPath
    path = name ?? Self.name(of: keyPath)
    read = { $0[keyPath: keyPath].storeValue }
  }

  /// What Swift calls the key path, without its root; empty for a computed property.
  private static func name(of keyPath: AnyKeyPath) -> String {
    let text = String(describing: keyPath)
    guard !text.contains("<"), let dot = text.firstIndex(of: ".") else { return "" }
    return text[text.index(after: dot)...].filter { $0 != "?" && $0 != "!" }
  }
}

extension StoreIndex {
  /// The SQL that reads the field: NULL where the stored value is no JSON.
  func expression() throws(StoreError) -> String {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    let isClean = parts.allSatisfy { part in
      !part.isEmpty && !part.contains { $0 == "\"" || $0 == ":" || $0 == "\0" }
    }
    guard isClean else {
      throw StoreError(
        .misdeclared, "\(keyPath) does not say the field's name in the JSON: write StoreIndex(…, as: \"name\")")
    }
    let steps = "$" + parts.map { ".\"\($0)\"" }.joined()
    return "CASE WHEN json_valid(value) THEN json_extract(value, \(SQL.literal(steps))) END"
  }

  /// The index's name in a collection.
  func name(in layout: CollectionLayout) -> String { layout.fieldIndexPrefix + path }

  /// The statement that makes it. The key is part of it, so that equal fields come in a fixed order.
  func creation(in layout: CollectionLayout) throws(StoreError) -> String {
    "CREATE INDEX IF NOT EXISTS \(SQL.quoted(name(in: layout))) ON \(layout.table)(\(try expression()), key)"
  }
}
