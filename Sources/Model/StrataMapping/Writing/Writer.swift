// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value on its way into a document: a node of the tree that is written at the end.
///
/// It is the `Encoder` that a model's own code is given. It stays on one task.
final class Writer: Encoder {
  enum Content {
    case nothing
    case text(String)
    case object
    case list
  }

  let blueprint: Blueprint
  let userInfo: [CodingUserInfoKey: Any]
  let parent: Writer?
  let key: MappingPath.Element?
  private(set) var rules: ResolvedRules
  let places: PlaceRules?
  private(set) var content = Content.nothing
  private(set) var members: [(name: String, value: Writer)] = []
  private var positions: [ExactName: Int] = [:]
  private(set) var elements: [Writer] = []
  private(set) var plan: TypePlan?

  init(
    _ blueprint: Blueprint, parent: Writer? = nil, key: MappingPath.Element? = nil, rules: ResolvedRules,
    places: PlaceRules?, userInfo: [CodingUserInfoKey: Any]
  ) {
    self.blueprint = blueprint
    self.parent = parent
    self.key = key
    self.rules = rules
    self.places = places
    self.userInfo = userInfo
  }

  // MARK: - Encoder

  var codingPath: [any CodingKey] { path.elements.map { PathKey($0) } }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .object
    return KeyedEncodingContainer(KeyedWriter<Key>(writer: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .list
    return UnkeyedWriter(writer: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(writer: self) }

  // MARK: - Values

  /// Writes a value of any type.
  func write<Value: Encodable>(_ value: Value) throws {
    let plan = blueprint.plan(for: Value.self)
    if let own = plan.ownRules, !rules.isOwn { rules = own }
    if case .converted(let conversion) = plan.form { return try conversion.write(value, self) }
    try writePlain(value)
  }

  /// Writes a value by its own way, whatever the policy converts.
  func writePlain<Value: Encodable>(_ value: Value) throws {
    if let native = value as? any Native { return try native.write(self) }
    if let dictionary = value as? any StringKeyed { return try dictionary.writeMembers(self) }
    plan = blueprint.plan(for: Value.self)
    try value.encode(to: self)
  }

  func setString(_ text: String) { content = .text(JSONText.quoted(text)) }
  func setNumber(_ text: String) { content = .text(text) }
  func setBool(_ value: Bool) { content = .text(value ? "true" : "false") }
  func setNull() { content = .text("null") }

  /// Writes a double with the fewest digits that read as the same.
  func setDouble(_ value: Double) { content = .text(JSONText.number(value.description)) }

  func setFinite<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ value: Value) throws {
    guard value.isFinite else { throw error("JSON has no \(value)") }
    content = .text(JSONText.number(value.description))
  }

  // MARK: - Inside

  /// The value at a path of names and indices below, made where it is missing; made anew if it was written before.
  func inner(_ path: MappingPath, rules: ResolvedRules) -> Writer {
    var writer = self
    for (index, element) in path.elements.enumerated() {
      let isLast = index == path.elements.count - 1
      writer = writer.child(element, rules: isLast ? rules : blueprint.base, isNew: isLast)
    }
    return writer
  }

  private func child(_ element: MappingPath.Element, rules: ResolvedRules, isNew: Bool) -> Writer {
    switch element {
    case .name(let name):
      content = .object
      if let at = positions[ExactName(name)] {
        if isNew { members[at].value = make(element, rules) }
        return members[at].value
      }
      positions[ExactName(name)] = members.count
      members.append((name, make(element, rules)))
      return members[members.count - 1].value
    case .index(let index):
      content = .list
      // NB: places that no member fills are written as null.
      while elements.count <= index { elements.append(make(.index(elements.count), rules)) }
      return elements[index]
    }
  }

  /// A new element at the end.
  func append() -> Writer {
    let element = make(.index(elements.count), rules)
    elements.append(element)
    return element
  }

  private func make(_ element: MappingPath.Element, _ rules: ResolvedRules) -> Writer {
    var inner = places
    if case .name(let name) = element { inner = inner?.child(name) }
    let rules = inner.map { rules.changed(isOwn: true, $0.changes) } ?? rules
    return Writer(blueprint, parent: self, key: element, rules: rules, places: inner, userInfo: userInfo)
  }

  /// Adds a text where the object has nothing at a path.
  func setIfMissing(_ path: MappingPath, to text: String) throws {
    guard case .object = content else { throw error("a value of several shapes must be an object") }
    var writer = self
    for element in path.elements {
      guard case .name(let name) = element, let at = writer.positions[ExactName(name)] else {
        return inner(path, rules: rules).setString(text)
      }
      writer = writer.members[at].value
    }
  }

  // MARK: - Errors

  /// Where the value will stand in the document.
  var path: MappingPath {
    var reversed: [MappingPath.Element] = []
    var writer: Writer? = self
    while let current = writer {
      if let key = current.key { reversed.append(key) }
      writer = current.parent
    }
    return MappingPath(reversed.reversed())
  }

  func error(_ reason: String) -> MappingError { MappingError(.unwritable, at: path, reason: reason) }
}

/// A dictionary that is an object in JSON; its keys are data and keep their names.
private protocol StringKeyed {
  func writeMembers(_ writer: Writer) throws
}

extension Dictionary: StringKeyed where Key == String, Value: Encodable {
  func writeMembers(_ writer: Writer) throws {
    _ = writer.container(keyedBy: PathKey.self)
    for name in keys.sorted() {
      guard let value = self[name] else { continue }
      try writer.inner(MappingPath([.name(name)]), rules: writer.rules).write(value)
    }
  }
}
