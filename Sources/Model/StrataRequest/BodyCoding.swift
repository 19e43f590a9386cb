// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Reads values from the bytes of an answer.
///
/// ``PlainJSON`` is the default; set ``Client/Configuration/decoder`` for another.
public protocol BodyDecoding: Sendable {
  /// Reads a value.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value

  /// Reads a value, and tells what it had to repair for that, if anything. Default: repairs nothing.
  func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, telling repaired: (_ count: Int, _ report: any RepairReport) -> Void
  ) throws -> Value

  /// Looks at an answer that nobody reads: because only its status was wanted, or because its status means failure.
  ///
  /// Throw what the server says in its own words. Default: nothing, and the status alone counts.
  func check(_ answer: Answer) throws
}

extension BodyDecoding {
  /// Reads a value; nothing is repaired.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, telling repaired: (_ count: Int, _ report: any RepairReport) -> Void
  ) throws -> Value {
    try decode(type, from: data)
  }

  /// The status alone counts.
  public func check(_ answer: Answer) throws {}
}

/// What a decoder had to repair in an answer: StrataMapping's `MappingReport`, or your own decoder's.
///
/// Its text may hold pieces of the answer: for a debug screen, not for analytics.
public protocol RepairReport: Sendable, CustomStringConvertible {}

/// A decoder that tells one request's events what it repairs.
struct TellingDecoder: BodyDecoding {
  let base: any BodyDecoding
  let repaired: @Sendable (Int, any RepairReport) -> Void

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try base.decode(type, from: data, telling: repaired)
  }

  func check(_ answer: Answer) throws { try base.check(answer) }
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
