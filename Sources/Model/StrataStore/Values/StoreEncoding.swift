// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// How a collection's values are written to the file and read back.
///
/// ``json`` is the default and ``raw`` keeps bytes as they are; make your own for another format.
///
/// ```swift
/// let lines = StoreEncoding<[String]>(
///   encode: { .text($0.joined(separator: "\n")) },
///   decode: { stored in
///     guard case .text(let text) = stored else { throw CocoaError(.coderReadCorrupt) }
///     return text.components(separatedBy: "\n")
///   })
/// ```
///
/// Safe to use from any task; the closures run on whichever thread reads or writes.
public struct StoreEncoding<Value: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> StoredValue
  let decode: @Sendable (StoredValue) throws -> Value

  /// Makes an encoding of two closures.
  ///
  /// - Parameters:
  ///   - encode: Makes what is saved; what it throws becomes ``StoreError/Code/notEncodable``.
  ///   - decode: Reads what is saved; what it throws becomes ``StoreError/Code/notDecodable``.
  public init(
    encode: @escaping @Sendable (Value) throws -> StoredValue, decode: @escaping @Sendable (StoredValue) throws -> Value
  ) {
    self.encode = encode
    self.decode = decode
  }
}

extension StoreEncoding where Value: Codable {
  /// JSON text with sorted keys, which the `sqlite3` shell and its JSON functions read. Dates stay exact: seconds from
  /// 2001, as `JSONEncoder` writes them by default.
  public static var json: StoreEncoding {
    StoreEncoding {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return .text(String(decoding: try encoder.encode($0), as: UTF8.self))
    } decode: {
      switch $0 {
      case .text(let text): try JSONDecoder().decode(Value.self, from: Data(text.utf8))
      case .data(let data): try JSONDecoder().decode(Value.self, from: data)
      }
    }
  }
}

extension StoreEncoding where Value == Data {
  /// The bytes themselves, as a blob.
  public static var raw: StoreEncoding {
    StoreEncoding {
      .data($0)
    } decode: {
      switch $0 {
      case .text(let text): Data(text.utf8)
      case .data(let data): data
      }
    }
  }
}
