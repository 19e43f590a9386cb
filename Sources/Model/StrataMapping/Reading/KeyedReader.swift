// Part of Strata.
// SPDX-License-Identifier: MIT

/// The members of an object, as a model's `init(from:)` asks for them.
///
/// What is exactly as the model wants it takes the short way; everything else goes through `Scope.member`.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let scope: Scope

  var codingPath: [any CodingKey] { scope.codingPath }
  var allKeys: [Key] { scope.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { scope.locate(key.stringValue) >= 0 }

  func decodeNil(forKey key: Key) throws -> Bool {
    let name = key.stringValue
    let node = scope.locate(name)
    guard node >= 0 else { throw scope.run.error(.missing, scope.spot(name, node), "missing") }
    return scope.document.isNull(node)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let name = key.stringValue
    return try scope.member(type, name, scope.locate(name))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    let name = key.stringValue
    return try scope.memberIfPresent(type, name, scope.locate(name))
  }

  // MARK: - The short way

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.string(node) { return value }
    return try scope.member(type, name, node)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.string(node), !value.isEmpty { return value }
    return try scope.memberIfPresent(type, name, node)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.bool(node) { return value }
    return try scope.member(type, name, node)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.bool(node) { return value }
    return try scope.memberIfPresent(type, name, node)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.number(node)?.integer(Int.self) { return value }
    return try scope.member(type, name, node)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.number(node)?.integer(Int.self) { return value }
    return try scope.memberIfPresent(type, name, node)
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.number(node)?.double { return value }
    return try scope.member(type, name, node)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    let name = key.stringValue
    let node = scope.locate(name)
    if node >= 0, scope.hasShortWay, let value = scope.document.number(node)?.double { return value }
    return try scope.memberIfPresent(type, name, node)
  }

  // MARK: - Containers inside

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try inner(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key.stringValue).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { inner("super") }
  func superDecoder(forKey key: Key) -> any Decoder { inner(key.stringValue) }

  /// A decoder of a member; of `null` where it is missing, as on Apple's systems.
  private func inner(_ name: String) -> Scope {
    Scope(scope.run, scope.spot(name, scope.locate(name)), Plan(inside: scope.plan))
  }
}
