// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract

/// What a policy means for one type: found out once, then shared by all tasks.
final class TypePlan: Sendable {
  /// How values of the type are read.
  enum Form: Sendable {
    case direct(any Readable.Type)
    case converted(Conversion)
    case model
  }

  let form: Form
  /// The rules of the members.
  let rules: ResolvedRules
  /// The same, if the policy names the type; they hold for the value itself too.
  let ownRules: ResolvedRules?
  /// Whether names are as written and no member has rules of its own.
  let isPlain: Bool
  /// Whether reading may end in a fallback, or with a look of the model at itself.
  let isGuarded: Bool
  let finishes: Bool
  let hasDefaults: Bool
  let isOptional: Bool
  /// Whether the type is text itself, for which an empty string is a fine value.
  let isText: Bool
  private let fallback: (any Sendable)?
  private let members: [String: MappingPolicy.Member]
  private let fields = Locked<[String: Field]>([:])

  init<Value>(_ type: Value.Type, _ rules: MappingPolicy.TypeRules?, base: ResolvedRules) {
    form = Self.form(of: type, rules?.conversion)
    let changes = rules?.changes ?? []
    self.rules = base.changed(isOwn: false, changes)
    ownRules = changes.isEmpty ? nil : self.rules
    members = rules?.members ?? [:]
    isPlain = members.isEmpty && (self.rules.rules.names == .asWritten)
    fallback = rules?.fallback ?? (type as? any MappingFallback.Type)?.mappingFallback
    finishes = type is any MappingFinishing.Type
    isGuarded = fallback != nil || finishes
    isOptional = type is any OptionalValue.Type
    isText = type == String.self
    hasDefaults = type is any MappingDefaults.Type || members.values.contains { $0.fallback != nil }
  }

  /// The plan of a container inside a model's own container: its rules without its members.
  init(inside outer: TypePlan) {
    form = .model
    rules = outer.rules
    ownRules = outer.ownRules
    members = [:]
    isPlain = rules.rules.names == .asWritten
    fallback = nil
    (finishes, isGuarded, hasDefaults, isOptional, isText) = (false, false, false, false, false)
  }

  private static func form<Value>(of type: Value.Type, _ conversion: Conversion?) -> Form {
    if let conversion { return .converted(conversion) }
    return (type as? any Readable.Type).map { .direct($0) } ?? .model
  }

  /// The value that stands for an unreadable one.
  func fallback<Value>(_ type: Value.Type) -> Value? { fallback as? Value }

  /// A member by its coding key.
  func field(_ name: String) -> Field {
    fields.withLock { fields in
      if let field = fields[name] { return field }
      let field = Field(name, members[name], in: rules)
      // NB: a model with keys of its own making must not fill the memory.
      if fields.count < 256 { fields[name] = field }
      return field
    }
  }
}

/// A policy with everything that was found out about its types.
final class Blueprint: Sendable {
  let policy: MappingPolicy
  let base: ResolvedRules
  let places: PlaceRules?
  /// Whether members of the commonest types may be read at once: the policy converts none of them.
  let hasShortWay: Bool
  private let plans = Locked<[ObjectIdentifier: TypePlan]>([:])

  init(_ policy: MappingPolicy) {
    self.policy = policy
    base = ResolvedRules(policy.rules)
    let common: [ObjectIdentifier] = [.init(String.self), .init(Bool.self), .init(Int.self), .init(Double.self)]
    hasShortWay = common.allSatisfy { policy.types[$0]?.conversion == nil }
    places = policy.places.isEmpty ? nil : PlaceRules(policy.places)
  }

  /// All plans there are now, to begin a decoding with.
  var knownPlans: [ObjectIdentifier: TypePlan] { plans.withLock { $0 } }

  /// The plan of a type, made at its first use.
  func plan<Value>(for type: Value.Type) -> TypePlan {
    let id = ObjectIdentifier(type)
    if let plan = plans.withLock({ $0[id] }) { return plan }
    let plan = TypePlan(type, policy.types[id], base: base)
    return plans.withLock { plans in
      if let first = plans[id] { return first }
      plans[id] = plan
      return plan
    }
  }
}
