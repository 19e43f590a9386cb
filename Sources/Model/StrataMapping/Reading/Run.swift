// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// One decoding: the document, what is known of the types, and what was repaired. It stays on one task.
final class Run {
  let document: Document
  let blueprint: Blueprint
  let userInfo: [CodingUserInfoKey: Any]
  private(set) var report = MappingReport()
  private let limit: Int
  private var attempts = 0
  private var known: [ObjectIdentifier: TypePlan]
  private var plans: [ObjectIdentifier: Plan] = [:]
  /// The plans of the first types, for the short way: most documents have no more.
  private var firstPlans: [(id: ObjectIdentifier, plan: Plan)] = []

  init(_ document: Document, _ blueprint: Blueprint, keepsReport: Bool, userInfo: [CodingUserInfoKey: Any]) {
    self.document = document
    self.blueprint = blueprint
    self.userInfo = userInfo
    limit = keepsReport ? blueprint.policy.limits.repairs : 0
    known = blueprint.knownPlans
  }

  /// The document itself, or a value in it.
  func spot(at path: MappingPath) -> Spot? {
    guard let node = node(at: path, in: 0) else { return nil }
    var places = blueprint.places
    for element in path.elements { if case .name(let name) = element { places = places?.child(name) } }
    return Spot(
      parent: nil, key: path.elements.isEmpty ? .root : .steps(path), node: node,
      rules: rules(blueprint.base, at: places), places: places)
  }

  // MARK: - Plans

  /// What the policy means for a type.
  func plan<Value>(for type: Value.Type) -> Plan {
    let id = ObjectIdentifier(type)
    for entry in firstPlans where entry.id == id { return entry.plan }
    if let plan = plans[id] { return plan }
    let plan = Plan(known[id] ?? blueprint.plan(for: type), type)
    if firstPlans.count < 12 { firstPlans.append((id, plan)) } else { plans[id] = plan }
    return plan
  }

  /// The rules of a value at a place.
  func rules(_ rules: ResolvedRules, at place: PlaceRules?) -> ResolvedRules {
    guard let place else { return rules }
    return rules.changed(isOwn: true, place.changes)
  }

  // MARK: - Walking

  /// The node at a path; `nil` if a step leads nowhere.
  func node(at path: MappingPath, in start: Int) -> Int? {
    var node = start
    for element in path.elements {
      switch (element, document.kind(node)) {
      case (.index(let index), .list):
        guard let next = document.element(index, of: node) else { return nil }
        node = next
      case (.name(let name), .object):
        guard let next = member(name, of: node) else { return nil }
        node = next
      default: return nil
      }
    }
    return node
  }

  private func member(_ name: String, of object: Int) -> Int? {
    var name = name
    return name.withUTF8 { name in
      var word = object + 3
      for _ in 0..<document.count(object) {
        if document.isName(word, name) { return word + 1 }
        word = document.index(after: word + 1)
      }
      return nil
    }
  }

  /// The string, or the number as it is written, at a path.
  func text(at path: MappingPath, in start: Int) -> String? {
    guard start >= 0, let node = node(at: path, in: start) else { return nil }
    return document.string(node) ?? document.number(node)?.text
  }

  // MARK: - Repairs and errors

  /// Tries what may fail without the decoding failing.
  ///
  /// Where no one will read the error, because the report is full or nobody wants it, the error is made cheaply: a
  /// hostile document with a million bad elements costs no million of paths.
  func attempt<Value>(_ body: () throws -> Value) throws -> Value {
    guard report.count >= limit else { return try body() }
    attempts += 1
    defer { attempts -= 1 }
    return try body()
  }

  func note(_ kind: MappingReport.Kind, _ spot: Spot, _ error: (any Error)? = nil) {
    report.add(
      MappingReport.Repair(
        kind: kind, path: spot.path, position: MappingPosition(line: 1, column: 1), raw: raw(spot),
        reason: (error as? MappingError)?.reasonAndPlace(below: spot.path), offset: document.offset(of: spot.anchor)),
      limit: limit)
  }

  func error(
    _ kind: MappingError.Kind, _ spot: Spot, _ reason: @autoclosure () -> String, underlying: (any Error)? = nil
  ) -> MappingError {
    guard attempts == 0 else { return MappingError(kind, at: MappingPath(), reason: "") }
    return MappingError(
      kind, at: spot.path, offset: document.offset(of: spot.anchor), raw: raw(spot), reason: reason(),
      underlying: underlying)
  }

  private func raw(_ spot: Spot) -> String? { spot.node < 0 ? nil : document.raw(spot.node) }

  /// A value of another kind than expected.
  func mismatch(_ spot: Spot, _ expected: String) -> MappingError {
    let kind = document.kind(spot.node)
    return error(kind == .null ? .null : .mismatch, spot, "expected \(expected), not \(kind.text)")
  }

  /// Runs a model's own code, whose errors become ours with a place.
  func owned<Value>(by spot: Spot, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as MappingError {
      throw error
    } catch let error as DecodingError {
      throw self.error(.unreadable, spot, error.text, underlying: error)
    } catch let refusal {
      throw error(.refused, spot, "the model refused it: \(refusal)", underlying: refusal)
    }
  }

  /// Fills the positions in.
  func finishedReport() -> MappingReport {
    report.place(document.positions(of: report.repairs.map(\.offset)))
    return report
  }
}

extension MappingError {
  /// The reason for a report, with the rest of the path where the fault was deeper.
  fileprivate func reasonAndPlace(below path: MappingPath) -> String {
    let deeper = MappingPath(Array(self.path.elements.dropFirst(path.elements.count)))
    return deeper.elements.isEmpty ? reason : "\(deeper): \(reason)"
  }
}

extension DecodingError {
  /// What the standard library says of it.
  fileprivate var text: String {
    switch self {
    case .dataCorrupted(let context), .keyNotFound(_, let context), .typeMismatch(_, let context),
      .valueNotFound(_, let context):
      context.debugDescription
    @unknown default: String(describing: self)
    }
  }
}
