// Part of Strata.
// SPDX-License-Identifier: MIT

/// A type that is read without its `init(from:)`.
protocol Readable: Decodable, SendableMetatype {
  static func read(_ run: Run, _ spot: Spot) throws -> Self
}

/// `Optional`, whatever it wraps.
protocol OptionalValue: Readable {}

extension Optional: Readable, OptionalValue where Wrapped: Decodable {
  static func read(_ run: Run, _ spot: Spot) throws -> Wrapped? { try run.optional(Wrapped.self, spot) }
}

extension Array: Readable where Element: Decodable {
  static func read(_ run: Run, _ spot: Spot) throws -> [Element] {
    // Reserved memory stays below the document's size, whatever a hostile count says.
    let most = run.document.byteCount / MemoryLayout<Element>.stride.advanced(by: 1)
    var result: [Element] = []
    try run.elements(Element.self, spot) { count in
      result.reserveCapacity(Swift.min(count, most))
    } body: {
      result.append($0)
    }
    return result
  }
}

extension Set: Readable where Element: Decodable {
  static func read(_ run: Run, _ spot: Spot) throws -> Set<Element> {
    var result: Set<Element> = []
    try run.elements(Element.self, spot) { _ in
    } body: {
      result.insert($0)
    }
    return result
  }
}

extension Dictionary: Readable where Key: Decodable, Value: Decodable {
  static func read(_ run: Run, _ spot: Spot) throws -> [Key: Value] {
    guard Key.self == String.self else {
      return try run.owned(by: spot) { try [Key: Value](from: Scope(run, spot, run.plan(for: Self.self))) }
    }
    var result: [Key: Value] = [:]
    try run.members(Value.self, spot) { name, value in
      result[unsafeBitCast(name, to: Key.self)] = value
    }
    return result
  }
}

extension Run {
  /// Reads the elements of a list, without those that are left out.
  fileprivate func elements<Element: Decodable>(
    _ type: Element.Type, _ spot: Spot, count: (Int) -> Void, body: (Element) -> Void
  ) throws {
    let list = Scope(self, spot, plan(for: [Element].self))
    guard document.kind(spot.node) == .list else {
      guard spot.rules.repairs.contains(.valuesAsLists), !document.isNull(spot.node) else {
        throw mismatch(spot, "a list")
      }
      let value = try read(type, spot)
      note(.valueAsList, spot)
      return body(value)
    }
    let total = document.count(spot.node)
    count(total)
    let isOptional = plan(for: type).type.isOptional
    var node = spot.node + 3
    for index in 0..<total {
      if let value = try element(type, list.spot(index, node), isOptional: isOptional) { body(value) }
      node = document.index(after: node)
    }
  }

  /// Reads the members of a dictionary, without those that are left out. Of two members of one name the first counts.
  fileprivate func members<Value: Decodable>(
    _ type: Value.Type, _ spot: Spot, body: (String, Value) -> Void
  ) throws {
    let object = Scope(self, spot, plan(for: [String: Value].self))
    try object.openObject()
    let isOptional = plan(for: type).type.isOptional
    var seen: Set<String> = []
    try object.forEachMember { name, node in
      guard seen.insert(name).inserted else { return }
      let inner = object.places?.child(name)
      let member = Spot(
        parent: object, key: .name(name), node: node, rules: rules(spot.rules, at: inner), places: inner)
      if let value = try element(type, member, isOptional: isOptional) { body(name, value) }
    }
  }
}
