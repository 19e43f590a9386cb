// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value of a model that a view shows and edits.
///
/// Use it where a key path alone is not enough: with a conversion, a rule, or two closures. A view
/// that edits it does so through a ``TwoWayLink``.
///
/// ```swift
/// let amount = TwoWay(order, \.amount)
///   .converted(to: { "\($0)" }, from: { try Int($0) ?? refuse("a whole number, please") })
/// ```
///
/// Runs on the main actor.
@MainActor @dynamicMemberLookup public struct TwoWay<Value> {
  private let read: () -> Value
  private let store: (Value) throws -> Void

  /// Makes a value of two closures.
  ///
  /// - Parameters:
  ///   - get: Reads it; observable models that it reads are followed.
  ///   - set: Writes it, or throws why it refuses.
  public init(get: @escaping () -> Value, set: @escaping (Value) throws -> Void) {
    read = get
    store = set
  }

  /// Makes a value of a model's property. Holds the model.
  public init<Model: AnyObject>(_ model: Model, _ path: ReferenceWritableKeyPath<Model, Value>) {
    self.init(get: { model[keyPath: path] }, set: { model[keyPath: path] = $0 })
  }

  /// What the model says now.
  public var value: Value { read() }

  /// Writes the model.
  ///
  /// - Throws: What a conversion or a rule threw. The model is as it was then.
  public func write(_ value: Value) throws { try store(value) }

  /// A part of the value.
  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> TwoWay<Part> {
    TwoWay<Part>(
      get: { value[keyPath: path] },
      set: { part in
        var whole = value
        whole[keyPath: path] = part
        try write(whole)
      })
  }

  /// The value as something else, such as a number as the text that is typed.
  ///
  /// - Parameters:
  ///   - convert: Makes what the view shows.
  ///   - back: Makes the model's value of an edit, or throws why it cannot.
  public func converted<Other>(
    to convert: @escaping (Value) -> Other, from back: @escaping (Other) throws -> Value
  ) -> TwoWay<Other> {
    TwoWay<Other>(get: { convert(value) }, set: { try write(back($0)) })
  }

  /// The value with a rule in front: what it refuses is not written (S4-21).
  ///
  /// - Parameter check: Throws why a value is refused.
  public func validated(by check: @escaping (Value) throws -> Void) -> TwoWay<Value> {
    TwoWay(
      get: read,
      set: { value in
        try check(value)
        try store(value)
      })
  }
}

@available(*, unavailable) extension TwoWay: Sendable {}

extension TwoWay where Value: Equatable {
  /// Keeps two values equal, in both directions. This one's value comes first, also where both change in one turn.
  ///
  /// What the other side refuses stays different until the next change.
  ///
  /// - Returns: The bindings; releasing the bag ends them.
  public func linked(
    to other: TwoWay<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> TokenBag {
    let bag = TokenBag()
    bag.observe({ value }, apply: { if other.value != $0 { try? other.write($0) } }, fileID: fileID, line: line)
    bag.observe({ other.value }, apply: { if value != $0 { try? write($0) } }, fileID: fileID, line: line)
    return bag
  }
}
