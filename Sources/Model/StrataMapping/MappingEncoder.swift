// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Writes models as the JSON that a policy reads: its names, its paths, its dates, its shapes.
///
/// What ``MappingDecoder`` reads with a policy, this writes with the same one, and reading that gives the same model.
/// It writes JSON's own types; what was repaired on the way in is not broken again on the way out.
///
/// ```swift
/// let body = try MappingEncoder(policy).encode(address)
/// ```
///
/// A client of StrataRequest takes it after one line in the app, `extension MappingEncoder: @retroactive BodyEncoding {}`.
/// Safe to use from any task.
public struct MappingEncoder: Sendable {
  private let blueprint: Blueprint
  private let sortsNames: Bool
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Makes an encoder.
  ///
  /// - Parameters:
  ///   - policy: What is written how. Default ``MappingPolicy/strict``.
  ///   - sortsNames: Whether members are sorted by name; else they come as the model writes them. Default `false`.
  ///   - userInfo: For models whose `encode(to:)` asks for it. Default none.
  public init(
    _ policy: MappingPolicy = .strict, sortsNames: Bool = false, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    blueprint = Blueprint(policy)
    self.sortsNames = sortsNames
    self.userInfo = userInfo
  }

  /// `application/json`.
  public var contentType: String { "application/json" }

  /// Writes a value as JSON in UTF-8.
  ///
  /// - Throws: ``MappingError`` of the kind `unwritable`, or what the model's own `encode(to:)` throws.
  public func encode(_ value: some Encodable) throws -> Data {
    let writer = Writer(
      blueprint, rules: rules, places: blueprint.places, userInfo: userInfo)
    try writer.write(value)
    return Data(JSONText.text(of: writer, sortsNames: sortsNames).utf8)
  }

  private var rules: ResolvedRules {
    blueprint.base.changed(isOwn: true, blueprint.places?.changes ?? [])
  }
}
