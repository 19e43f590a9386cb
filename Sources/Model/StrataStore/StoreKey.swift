// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CStrataSQLite
public import Foundation

/// A type whose values can be keys: `String`, `UUID`, `Int`, and your own wrappers of them.
///
/// Text keys are kept in Unicode's composed form (NFC), so that two spellings of one text are one
/// key (L20). They are ordered by their UTF-8 bytes, whole numbers by size. A NUL is refused.
///
/// ```swift
/// struct BookID: StoreKey {
///   var number: Int
///   static let keyKind = StoreKeyKind.integer
///   var storeKey: StoreKeyValue { .integer(Int64(number)) }
///   init?(storeKey: StoreKeyValue) { … }
/// }
/// ```
public protocol StoreKey: Hashable, Sendable {
  /// Whether keys are text or whole numbers.
  static var keyKind: StoreKeyKind { get }

  /// The key as it is stored; of the kind that `keyKind` says.
  var storeKey: StoreKeyValue { get }

  /// Makes a key of a stored one; `nil` if it is none.
  init?(storeKey: StoreKeyValue)
}

/// The two kinds of keys.
public enum StoreKeyKind: Hashable, Sendable {
  /// Text, ordered by its UTF-8 bytes.
  case text
  /// Whole numbers, ordered by size.
  case integer
}

/// A key as it is stored.
public enum StoreKeyValue: Hashable, Sendable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int64)
}

extension String: StoreKey {
  /// Text.
  public static var keyKind: StoreKeyKind { .text }
  /// Itself.
  public var storeKey: StoreKeyValue { .text(self) }
  /// The text.
  public init?(storeKey: StoreKeyValue) {
    guard case .text(let text) = storeKey else { return nil }
    self = text
  }
}

extension UUID: StoreKey {
  /// Text, so that the `sqlite3` shell can read it.
  public static var keyKind: StoreKeyKind { .text }
  /// The 36 capital characters.
  public var storeKey: StoreKeyValue { .text(uuidString) }
  /// Reads the 36 characters.
  public init?(storeKey: StoreKeyValue) {
    guard case .text(let text) = storeKey else { return nil }
    self.init(uuidString: text)
  }
}

extension Int: StoreKey {
  /// Whole numbers.
  public static var keyKind: StoreKeyKind { .integer }
  /// Itself.
  public var storeKey: StoreKeyValue { .integer(Int64(self)) }
  /// The number.
  public init?(storeKey: StoreKeyValue) {
    guard case .integer(let number) = storeKey else { return nil }
    self.init(exactly: number)
  }
}

extension String {
  /// The text in NFC; `nil` if it holds a NUL.
  func normalForm() -> String? {
    var isASCII = true
    for byte in utf8 {
      if byte == 0 { return nil }
      if byte >= 0x80 { isASCII = false }
    }
    return isASCII ? self : precomposedStringWithCanonicalMapping
  }
}

extension StoreKeyValue {
  /// The key in its normal form.
  func normalized() throws(StoreError) -> StoreKeyValue {
    guard case .text(let text) = self else { return self }
    guard let normal = text.normalForm() else {
      throw StoreError(.invalidName, "the key '\(text.prefix(80))' holds a NUL character: remove it")
    }
    return .text(normal)
  }

  var value: StoreValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    }
  }

  /// Binds the key without a copy while `body` runs.
  func bound<Result>(to statement: Statement, at index: Int32, _ body: () -> Result) -> Result {
    switch self {
    case .integer(let number):
      sqlite3_bind_int64(statement.pointer, index, number)
      return body()
    case .text(var text):
      return text.withUTF8 {
        statement.bind($0, isText: true, at: index)
        return body()
      }
    }
  }
}
