// Part of Strata.
// SPDX-License-Identifier: MIT

/// Which rows of a collection, in which order, and how many.
///
/// ```swift
/// books.all()                                                       // everything, by key
/// books.all(.prefix("user_"))                                       // literally that prefix
/// books.all(.where(.equal(\.author, "Knuth")).order(.descending(\.year)).limit(20).offset(40))
/// books.delete(.prefix("draft/"))
/// ```
///
/// Conditions and orders name fields that the collection declares as indexes; others throw `misdeclared`.
public struct StoreQuery<Key: StoreKey, Value>: Sendable {
  var keys = StoreBounds<StoreKeyValue>()
  var prefix = ""
  var filters: [StoreFilter<Value>] = []
  var orders: [StoreOrder<Value>] = []
  var limit: Int?
  var offset = 0

  /// Everything, ordered by key.
  public init() {}

  /// Everything, ordered by key.
  public static var all: Self { Self() }

  /// The keys in a range, such as `100..<200`.
  public static func keys<Bounds: StoreRange>(_ range: Bounds) -> Self where Bounds.Bound == Key {
    let bounds = range.storeBounds
    var query = Self()
    query.keys = StoreBounds(
      lower: bounds.lower?.storeKey, upper: bounds.upper?.storeKey, includesUpper: bounds.includesUpper)
    return query
  }

  /// The rows whose fields match all of these conditions.
  public static func `where`(_ filters: StoreFilter<Value>...) -> Self { Self().adding(filters) }

  /// The same rows, of those only the ones that match these conditions too.
  public func `where`(_ filters: StoreFilter<Value>...) -> Self { adding(filters) }

  /// Everything in an order.
  public static func order(_ orders: StoreOrder<Value>...) -> Self { Self().ordering(orders) }

  /// The same rows in an order. Default: by key.
  public func order(_ orders: StoreOrder<Value>...) -> Self { ordering(orders) }

  /// The first rows by key.
  public static func limit(_ count: Int) -> Self { Self().limit(count) }

  /// At most so many rows; a negative count is none.
  public func limit(_ count: Int) -> Self {
    var query = self
    query.limit = max(count, 0)
    return query
  }

  /// Without the first rows.
  public func offset(_ count: Int) -> Self {
    var query = self
    query.offset = max(count, 0)
    return query
  }

  private func adding(_ filters: [StoreFilter<Value>]) -> Self {
    var query = self
    query.filters += filters
    return query
  }

  private func ordering(_ orders: [StoreOrder<Value>]) -> Self {
    var query = self
    query.orders = orders
    return query
  }
}

extension StoreQuery where Key == String {
  /// The keys that begin with exactly this text, where `_` and `%` mean themselves (L3-15).
  public static func prefix(_ prefix: String) -> Self {
    var query = Self()
    query.prefix = prefix
    return query
  }
}

extension String {
  /// The first text, by UTF-8 bytes, after all that begin with this one; `nil` if there is no end.
  var endOfPrefix: String? {
    if let last = utf8.last, last < 0x7F {
      // NB: most prefixes end so, and the way below costs a process's first use much.
      return String(decoding: utf8.dropLast(), as: UTF8.self) + String(Unicode.Scalar(last + 1))
    }
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      text.append(scalar)
      return String(text)
    }
    return nil
  }
}
