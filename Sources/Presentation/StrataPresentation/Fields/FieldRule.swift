// Part of Strata.
// SPDX-License-Identifier: MIT

/// One thing that is asked of a field's value.
///
/// Take a ready one (`.required`, `.length(2...40)`, `.email`), or write your own; a rule may read other fields, and is
/// asked again when they change.
///
/// ```swift
/// let password = Field("", .required, .length(8...))
/// let again = Field("", .same(as: password, or: "The passwords differ."))
/// let code = Field("", .init { $0.hasPrefix("SH-") ? nil : .said("A code begins with SH-.") })
/// ```
///
/// Used on the main actor.
public struct FieldRule<Value>: Sendable {
  /// Whether the rule refuses an empty value.
  public let isRequired: Bool
  private let check: @MainActor @Sendable (Value) -> FieldProblem?

  /// Makes a rule.
  ///
  /// - Parameters:
  ///   - isRequired: Whether it refuses an empty value, for a mark on screen. Default `false`.
  ///   - check: Says what is wrong, or `nil`. Called often: keep it cheap.
  public init(isRequired: Bool = false, _ check: @escaping @MainActor @Sendable (Value) -> FieldProblem?) {
    self.isRequired = isRequired
    self.check = check
  }

  /// What is wrong with a value, or `nil`.
  @MainActor public func problem(of value: Value) -> FieldProblem? { check(value) }
}
