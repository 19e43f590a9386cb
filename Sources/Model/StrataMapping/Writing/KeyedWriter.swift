// Part of Strata.
// SPDX-License-Identifier: MIT

/// The members of an object, as a model's `encode(to:)` gives them.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: Writer

  var codingPath: [any CodingKey] { writer.codingPath }

  func encodeNil(forKey key: Key) { inner(key.stringValue)?.setNull() }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try inner(key.stringValue)?.write(value)
  }

  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodeOptional(value, key) }

  func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { return try encode(value, forKey: key) }
    guard let field = field(key.stringValue) else { return writeNil(writer.plan?.rules ?? writer.rules, key) }
    if !field.isIgnored { writeNil(field.rules, key) }
  }

  private func writeNil(_ rules: ResolvedRules, _ key: Key) {
    switch rules.rules.nils {
    case .omitted: break
    case .null: inner(key.stringValue)?.setNull()
    case .emptyString: inner(key.stringValue)?.setString("")
    }
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    container(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    container(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { container("super") }
  func superEncoder(forKey key: Key) -> any Encoder { container(key.stringValue) }

  // MARK: - Names

  /// The member with rules or another name; `nil` where names are as written.
  private func field(_ name: String) -> Field? {
    guard let plan = writer.plan, !plan.isPlain else { return nil }
    return plan.field(name)
  }

  /// The place of a member; `nil` if it is ignored.
  private func inner(_ name: String) -> Writer? {
    let rules = writer.plan?.rules ?? writer.rules
    guard let field = field(name) else { return writer.inner(MappingPath([.name(name)]), rules: rules) }
    return field.isIgnored ? nil : writer.inner(field.routes[0], rules: field.rules)
  }

  /// The place of a container; what goes into one that is ignored is written nowhere.
  private func container(_ name: String) -> Writer {
    inner(name) ?? Writer(writer.blueprint, rules: writer.rules, places: nil, userInfo: writer.userInfo)
  }
}

/// The elements of a list, as a model's `encode(to:)` gives them.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let writer: Writer

  var codingPath: [any CodingKey] { writer.codingPath }
  var count: Int { writer.elements.count }

  func encodeNil() { writer.append().setNull() }
  func encode(_ value: some Encodable) throws { try writer.append().write(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.append().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.append().unkeyedContainer() }
  func superEncoder() -> any Encoder { writer.append() }
}

/// One value, as a model's `encode(to:)` gives it.
struct SingleWriter: SingleValueEncodingContainer {
  let writer: Writer

  var codingPath: [any CodingKey] { writer.codingPath }
  func encodeNil() { writer.setNull() }
  func encode(_ value: some Encodable) throws { try writer.write(value) }
}
