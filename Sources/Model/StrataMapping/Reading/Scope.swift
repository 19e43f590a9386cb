// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value that is being read by a model's own code: the `Decoder` it is given.
final class Scope: Decoder {
  let run: Run
  let document: Document
  let parent: Scope?
  let key: Spot.Key
  let node: Int
  let plan: Plan
  /// The rules of the value itself, and of a list's elements.
  let rules: ResolvedRules
  let places: PlaceRules?
  /// Whether a coding key is the name in the document, and no place has rules.
  let isPlain: Bool
  let hasShortWay: Bool
  /// The member that was looked for last; `nil` where names are as written.
  private(set) var field: Field?
  /// The step to what was found for it.
  private var found: Spot.Key = .root
  private let first: Int
  private var count = -1
  private var looked = 0
  private var index: [ExactName: Int]?

  init(_ run: Run, _ spot: Spot, _ plan: Plan) {
    self.run = run
    document = run.document
    parent = spot.parent
    key = spot.key
    node = spot.node
    self.plan = plan
    rules = spot.rules
    places = spot.places
    isPlain = plan.type.isPlain && spot.places == nil
    hasShortWay = run.blueprint.hasShortWay
    first = spot.node + 3
  }

  /// The value as a spot again.
  var spot: Spot { Spot(parent: parent, key: key, node: node, rules: rules, places: places) }

  // MARK: - Decoder

  var codingPath: [any CodingKey] { path.elements.map { PathKey($0) } }
  var userInfo: [CodingUserInfoKey: Any] { run.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try openObject()
    return KeyedDecodingContainer(KeyedReader<Key>(scope: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard document.kind(node) == .list else { throw run.mismatch(spot, "a list") }
    return UnkeyedReader(self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleReader(scope: self) }

  /// Checks once that the value has members.
  func openObject() throws {
    guard count < 0 else { return }
    switch document.kind(node) {
    case .object: count = document.count(node)
    case .list where document.count(node) == 0 && rules.repairs.contains(.emptyListsAsObjects):
      run.note(.emptyListAsObject, spot)
      count = 0
    default: throw run.mismatch(spot, "an object")
    }
  }

  // MARK: - Members

  /// The names of the members in the document's order, each once.
  var names: [String] {
    var seen: Set<ExactName> = []
    var result: [String] = []
    forEachMember { name, _ in
      if seen.insert(ExactName(name)).inserted { result.append(name) }
    }
    return result
  }

  /// Calls `body` with each member's name and node, in the document's order.
  func forEachMember(_ body: (String, Int) throws -> Void) rethrows {
    var word = first
    for _ in 0..<max(count, 0) {
      try body(document.name(at: word), word + 1)
      word = document.index(after: word + 1)
    }
  }

  /// The node of the member with a coding key; -1 if it is missing.
  @inline(__always) func locate(_ name: String) -> Int { isPlain ? find(name) : locateField(name) }

  private func locateField(_ name: String) -> Int {
    guard !plan.type.isPlain else {
      found = .name(name)
      return find(name)
    }
    let field = plan.field(name)
    self.field = field
    found = .steps(field.routes[0])
    guard !field.isIgnored else { return -1 }
    for route in field.routes {
      if route.elements.count == 1, case .name(let name) = route.elements[0] {
        let node = find(name)
        guard node >= 0 else { continue }
        found = .name(name)
        return node
      }
      guard document.kind(node) == .object, let node = run.node(at: route, in: node) else { continue }
      found = .steps(route)
      return node
    }
    return -1
  }

  /// The node of the first member with a name; -1 if there is none.
  private func find(_ name: String) -> Int {
    if let index { return index[ExactName(name)] ?? -1 }
    if looked > 8 * count + 64, count > 16 { return indexed(name) }
    var name = name
    return name.withUTF8 { name in
      var word = first
      for step in 0..<count {
        if document.isName(word, name) {
          looked += step
          return word + 1
        }
        word = document.index(after: word + 1)
      }
      looked += count
      return -1
    }
  }

  /// Large objects get an index once looking has cost as much, so that reading all of them stays linear.
  private func indexed(_ name: String) -> Int {
    var index: [ExactName: Int] = [:]
    forEachMember { index[ExactName($0), default: $1] += 0 }
    self.index = index
    return index[ExactName(name)] ?? -1
  }

  /// The member that was located last, ready to be read.
  func spot(_ name: String, _ node: Int) -> Spot {
    if isPlain { return Spot(parent: self, key: .name(name), node: node, rules: plan.type.rules, places: nil) }
    let rules = field?.rules ?? plan.type.rules
    var inner = places
    switch found {
    case .name(let name): inner = inner?.child(name)
    case .steps(let path):
      for element in path.elements { if case .name(let name) = element { inner = inner?.child(name) } }
    case .root, .index: break
    }
    return Spot(parent: self, key: found, node: node, rules: run.rules(rules, at: inner), places: inner)
  }

  /// An element of this list, ready to be read.
  @inline(__always) func spot(_ index: Int, _ node: Int) -> Spot {
    Spot(parent: self, key: .index(index), node: node, rules: rules, places: places)
  }

  // MARK: - Path

  /// Where the value stands in the document.
  var path: MappingPath { Self.path(parent, key) }

  static func path(_ parent: Scope?, _ key: Spot.Key) -> MappingPath {
    var reversed: [MappingPath.Element] = []
    var (scope, step): (Scope?, Spot.Key) = (parent, key)
    while true {
      switch step {
      case .root: break
      case .name(let name): reversed.append(.name(name))
      case .index(let index): reversed.append(.index(index))
      case .steps(let path): reversed.append(contentsOf: path.elements.reversed())
      }
      guard let current = scope else { return MappingPath(reversed.reversed()) }
      (scope, step) = (current.parent, current.key)
    }
  }
}
