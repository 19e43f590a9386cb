// Part of Strata.
// SPDX-License-Identifier: MIT

/// Learns the values of a model's members from its own `encode(to:)`.
///
/// Only members of the outermost container count; what a model writes otherwise is ignored.
final class Capture: Encoder {
  private(set) var members: [String: Any] = [:]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private(set) var count = 0

  /// The members of a value by their coding keys; none if it does not encode as an object.
  static func members(of value: any Encodable) -> [String: Any] {
    let capture = Capture()
    try? value.encode(to: capture)
    return capture.members
  }

  func keep(_ value: Any, _ key: any CodingKey) { members[key.stringValue] = value }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedCapture<Key>(capture: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension Capture: UnkeyedEncodingContainer, SingleValueEncodingContainer {
  func encodeNil() {}
  func encode(_ value: some Encodable) {}
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { Capture() }
  func superEncoder() -> any Encoder { Capture() }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    Capture().container(keyedBy: type)
  }
}

private struct KeyedCapture<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let capture: Capture
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {}
  func encode(_ value: some Encodable, forKey key: Key) { capture.keep(value, key) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { Capture() }
  func superEncoder() -> any Encoder { Capture() }
  func superEncoder(forKey key: Key) -> any Encoder { Capture() }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    Capture().container(keyedBy: type)
  }
}
