// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Reads values from the bytes of an answer.
///
/// ``PlainJSON`` is the default; set ``Client/Configuration/decoder`` for another.
public protocol BodyDecoding: Sendable {
  /// Reads a value.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// Writes values as the bytes of a body.
public protocol BodyEncoding: Sendable {
  /// The `Content-Type` of what this writes.
  var contentType: String { get }
  /// Writes a value.
  func encode(_ value: some Encodable) throws -> Data
}

/// Foundation's strict JSON, both ways.
///
/// ```swift
/// $0.decoder = PlainJSON { decoder, _ in decoder.dateDecodingStrategy = .iso8601 }
/// ```
///
/// Safe to use from any task.
public struct PlainJSON: BodyDecoding, BodyEncoding {
  private let decoder: JSONDecoder
  private let encoder: JSONEncoder

  /// Makes a coder. Defaults: Foundation's.
  ///
  /// - Parameter configure: Changes the decoder and the encoder once, before either is used.
  public init(_ configure: (JSONDecoder, JSONEncoder) -> Void = { _, _ in }) {
    decoder = JSONDecoder()
    encoder = JSONEncoder()
    configure(decoder, encoder)
  }

  /// `application/json`.
  public var contentType: String { "application/json" }

  /// Reads a value.
  ///
  /// - Throws: `DecodingError`.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// Writes a value.
  ///
  /// - Throws: `EncodingError`.
  public func encode(_ value: some Encodable) throws -> Data { try encoder.encode(value) }
}

/// A type that an answer without a body can stand for: `nil`, or a list of nothing.
///
/// ```swift
/// extension Receipt: EmptyBodyReadable { static var ofEmptyBody: Receipt { Receipt(lines: []) } }
/// ```
public protocol EmptyBodyReadable {
  /// The value of no body.
  static var ofEmptyBody: Self { get }
}

extension Optional: EmptyBodyReadable {
  /// `nil`.
  public static var ofEmptyBody: Wrapped? { nil }
}

extension Array: EmptyBodyReadable {
  /// No element.
  public static var ofEmptyBody: [Element] { [] }
}
