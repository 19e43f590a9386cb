// Part of Strata.
// SPDX-License-Identifier: MIT

extension Run {
  /// Reads a value of any type.
  func read<Value: Decodable>(_ type: Value.Type, _ spot: Spot) throws -> Value {
    let plan = plan(for: type)
    guard plan.type.isGuarded || plan.type.ownRules != nil else { return try unguarded(type, spot, plan) }
    let spot = adapted(spot, plan)
    guard let fallback = plan.type.fallback(type), !document.isNull(spot.node) else {
      return try finished(unguarded(type, spot, plan), spot, plan)
    }
    do {
      return try attempt { try finished(unguarded(type, spot, plan), spot, plan) }
    } catch {
      note(.unreadableAsDefault, spot, error)
      return fallback
    }
  }

  /// Reads a value, or takes its default where there is one and the value is unreadable.
  func read<Value: Decodable>(_ type: Value.Type, _ spot: Spot, orElse fallback: Value?) throws -> Value {
    guard let fallback else { return try read(type, spot) }
    do {
      return try attempt { try read(type, spot) }
    } catch {
      note(.unreadableAsDefault, spot, error)
      return fallback
    }
  }

  /// Reads a value that may be `nil`.
  func optional<Value: Decodable>(_ type: Value.Type, _ spot: Spot) throws -> Value? {
    if document.isNull(spot.node) { return nil }
    let plan = plan(for: type)
    let repairs = adapted(spot, plan).rules.repairs
    if let repair = emptiness(spot, repairs, isText: plan.type.isText) {
      note(repair, spot)
      return nil
    }
    guard repairs.contains(.unreadableAsNil) else { return try read(type, spot) }
    do {
      return try attempt { try read(type, spot) }
    } catch {
      note(.unreadableAsNil, spot, error)
      return nil
    }
  }

  /// Reads an element of a list or a dictionary; `nil` if it is left out.
  func element<Value: Decodable>(_ type: Value.Type, _ spot: Spot, isOptional: Bool) throws -> Value? {
    let repairs = spot.rules.repairs
    if !isOptional, repairs.contains(.dropsNulls), document.isNull(spot.node) {
      note(.nullDropped, spot)
      return nil
    }
    guard repairs.contains(.dropsUnreadable) else { return try read(type, spot) }
    do {
      return try attempt { try read(type, spot) }
    } catch {
      note(.unreadableDropped, spot, error)
      return nil
    }
  }

  // MARK: - Steps

  private func unguarded<Value: Decodable>(_ type: Value.Type, _ spot: Spot, _ plan: Plan) throws -> Value {
    switch plan.type.form {
    case .direct(let direct): return try open(direct, type, spot)
    case .converted(let conversion):
      guard let value = try conversion.read(self, spot) as? Value else {
        throw error(.unreadable, spot, "the policy's conversion made no \(type)")
      }
      return value
    case .model: return try model(type, spot, plan)
    }
  }

  /// Reads a value by its type's own way, whatever the policy converts.
  func unconverted<Value: Decodable>(_ type: Value.Type, _ spot: Spot) throws -> Value {
    guard let direct = type as? any Readable.Type else { return try model(type, spot, plan(for: type)) }
    return try open(direct, type, spot)
  }

  private func model<Value: Decodable>(_ type: Value.Type, _ spot: Spot, _ plan: Plan) throws -> Value {
    let scope = Scope(self, spot, plan)
    return try owned(by: spot) { try Value(from: scope) }
  }

  /// Reads by the type's own way; `Direct` is `Value`, only the compiler does not know.
  private func open<Direct: Readable, Value>(_ direct: Direct.Type, _ type: Value.Type, _ spot: Spot) throws -> Value {
    precondition(direct == type, "\(type) is read as itself")
    return unsafeBitCast(try Direct.read(self, spot), to: Value.self)
  }

  /// A type's own rules, unless the member or the place has some.
  private func adapted(_ spot: Spot, _ plan: Plan) -> Spot {
    guard let own = plan.type.ownRules, !spot.rules.isOwn else { return spot }
    return spot.with(own)
  }

  private func finished<Value>(_ value: Value, _ spot: Spot, _ plan: Plan) throws -> Value {
    guard plan.type.finishes, var model = value as? any MappingFinishing else { return value }
    try owned(by: spot) { try model.finishMapping() }
    return model as? Value ?? value
  }

  /// Which repair makes `nil` of a string, if one does.
  private func emptiness(_ spot: Spot, _ repairs: MappingRepairs, isText: Bool) -> MappingReport.Kind? {
    guard document.lead(spot.node) == Byte.quote else { return nil }
    let content = document.content(spot.node)
    if isText { return content.isEmpty && repairs.contains(.emptyTextAsNil) ? .emptyStringAsNil : nil }
    if repairs.contains(.emptyStringsAsNil), content.allSatisfy({ $0 == 0x20 }) { return .emptyStringAsNil }
    return repairs.contains(.nullWordsAsNil) && Words.isNull(content) ? .nullWordAsNil : nil
  }
}
