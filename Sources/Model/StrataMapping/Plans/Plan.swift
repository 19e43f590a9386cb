// Part of Strata.
// SPDX-License-Identifier: MIT

/// A type in one decoding: its plan, and its members in the order in which they are asked for.
final class Plan {
  let type: TypePlan
  private var fields: [Field] = []
  private var next = 0
  private let captureDefaults: () -> [String: Any]
  private lazy var defaults = captureDefaults()

  init<Value>(_ plan: TypePlan, _ type: Value.Type) {
    self.type = plan
    captureDefaults = {
      guard let type = type as? any MappingDefaults.Type else { return [:] }
      return Capture.members(of: type.init())
    }
  }

  /// The plan of a container inside this model's container.
  init(inside outer: Plan) {
    type = TypePlan(inside: outer.type)
    captureDefaults = { [:] }
  }

  /// A member by its coding key: models ask in the same order each time, so the next one is nearly always right.
  func field(_ name: String) -> Field {
    for step in 0..<fields.count {
      let index = next + step < fields.count ? next + step : next + step - fields.count
      if fields[index].name == name {
        next = index + 1
        return fields[index]
      }
      if step >= 16 { break }
    }
    let field = type.field(name)
    if fields.count < 64 { fields.append(field) }
    next = fields.count
    return field
  }

  /// The default that the model itself declares for a member.
  func modelDefault(_ name: String) -> Any? { defaults[name] }
}
