// Part of Strata.
// SPDX-License-Identifier: MIT

/// The elements of a list, as a model's own code asks for them one after another.
///
/// Nothing is left out here: the code that asks counts.
struct UnkeyedReader: UnkeyedDecodingContainer {
  private let scope: Scope
  private let total: Int
  private var node: Int
  private(set) var currentIndex = 0

  init(_ scope: Scope) {
    self.scope = scope
    total = scope.document.count(scope.node)
    node = scope.node + 3
  }

  var codingPath: [any CodingKey] { scope.codingPath }
  var count: Int? { total }
  var isAtEnd: Bool { currentIndex >= total }

  mutating func decodeNil() throws -> Bool {
    guard try scope.document.isNull(current().node) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try scope.run.read(type, current())
    advance()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try inner().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try inner().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try inner() }

  private mutating func inner() throws -> Scope {
    let inner = Scope(scope.run, try current(), Plan(inside: scope.plan))
    advance()
    return inner
  }

  private func current() throws -> Spot {
    guard !isAtEnd else {
      throw scope.run.error(.missing, scope.spot(currentIndex, -1), "the list has only \(total) elements")
    }
    return scope.spot(currentIndex, node)
  }

  private mutating func advance() {
    node = scope.document.index(after: node)
    currentIndex += 1
  }
}

/// One value, as a model's own code asks for it.
struct SingleReader: SingleValueDecodingContainer {
  let scope: Scope

  var codingPath: [any CodingKey] { scope.codingPath }
  func decodeNil() -> Bool { scope.document.isNull(scope.node) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try scope.run.read(type, scope.spot) }
}
