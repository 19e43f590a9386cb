// Part of Strata.
// SPDX-License-Identifier: MIT

extension Scope {
  /// Reads a member that must be there, or has a default.
  func member<Value: Decodable>(_ type: Value.Type, _ name: String, _ node: Int) throws -> Value {
    if node < 0 || (document.isNull(node) && !run.plan(for: type).type.isOptional) {
      return try absent(type, name, node)
    }
    let spot = spot(name, node)
    guard hasDefaults, spot.rules.repairs.contains(.unreadableAsDefault) else { return try run.read(type, spot) }
    return try run.read(type, spot, orElse: fallback(type, name, spot))
  }

  /// Reads a member that may be missing or `null`.
  func memberIfPresent<Value: Decodable>(_ type: Value.Type, _ name: String, _ node: Int) throws -> Value? {
    if document.isNull(node) {
      guard hasDefaults else { return nil }
      let spot = spot(name, node)
      guard let value = try fallback(type, name, spot) else { return nil }
      run.note(node < 0 ? .missingAsDefault : .nullAsDefault, spot)
      return value
    }
    let spot = spot(name, node)
    guard hasDefaults, spot.rules.repairs.contains(.unreadableAsDefault),
      let value = try fallback(type, name, spot)
    else { return try run.optional(type, spot) }
    return try run.read(type, spot, orElse: value)
  }

  private var hasDefaults: Bool { plan.type.hasDefaults }

  /// What stands for a member that is missing or `null`.
  private func absent<Value>(_ type: Value.Type, _ name: String, _ node: Int) throws -> Value {
    let spot = spot(name, node)
    if let value = try fallback(type, name, spot) {
      run.note(node < 0 ? .missingAsDefault : .nullAsDefault, spot)
      return value
    }
    if node >= 0 { throw run.error(.null, spot, "null, and neither optional nor with a default") }
    let isIgnored = field?.isIgnored == true
    throw run.error(
      .missing, spot,
      isIgnored ? "ignored by the policy, so it needs a default" : "missing, and neither optional nor with a default")
  }

  /// The declared default of the member that was located last: the policy's, else the model's.
  private func fallback<Value>(_ type: Value.Type, _ name: String, _ spot: Spot) throws -> Value? {
    guard hasDefaults else { return nil }
    guard let value = field?.fallback else { return plan.modelDefault(name) as? Value }
    guard let value = value as? Value else {
      throw run.error(.unreadable, spot, "the policy's default is \(value), which is no \(Value.self)")
    }
    return value
  }
}
