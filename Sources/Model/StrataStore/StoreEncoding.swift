// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// How a collection's values become bytes and come back.
///
/// The default is ``json``, which the `sqlite3` shell can read and indexes can look into.
/// Use `.raw` for data that is bytes already, such as images.
///
/// ```swift
/// let covers = store.collection("covers", of: Data.self, encoding: .raw)
/// ```
///
/// Safe to use from any task.
public struct StoreEncoding<Value>: Sendable {
  let isText: Bool
  let encode: @Sendable (Value) throws -> Data
  let decode: @Sendable (Data) throws -> Value

  /// Makes an encoding of two functions.
  ///
  /// - Parameters:
  ///   - isText: Whether the bytes are UTF-8 text, which the `sqlite3` shell then shows as text.
  ///     Only then can a collection declare indexes, and the text must be JSON.
  ///   - encode: Makes bytes of a value. What it throws becomes a `notEncodable` error.
  ///   - decode: Makes a value of bytes. What it throws becomes a `notDecodable` error.
  public init(
    isText: Bool, encode: @escaping @Sendable (Value) throws -> Data, decode: @escaping @Sendable (Data) throws -> Value
  ) {
    self.isText = isText
    self.encode = encode
    self.decode = decode
  }
}

extension StoreEncoding where Value: Codable & Sendable {
  /// JSON by `JSONEncoder` and `JSONDecoder`. Dates are kept exactly, as seconds since 2001.
  public static var json: StoreEncoding {
    StoreEncoding(
      isText: true, encode: { try JSON.encoder.encode($0) }, decode: { try JSON.decoder.decode(Value.self, from: $0) })
  }
}

extension StoreEncoding where Value == Data {
  /// The bytes themselves.
  public static var raw: StoreEncoding { StoreEncoding(isText: false, encode: { $0 }, decode: { $0 }) }
}

/// The shared coders: making one for each value would cost more than a small value does.
private enum JSON {
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return encoder
  }()
  static let decoder = JSONDecoder()
}
