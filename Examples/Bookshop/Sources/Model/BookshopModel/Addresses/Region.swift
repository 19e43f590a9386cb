// Part of Strata.
// SPDX-License-Identifier: MIT

/// A province, a city or a district.
public struct Region: Codable, Hashable, Identifiable, Sendable {
  /// The official six-digit code, such as `330000`.
  public let code: String
  /// The name as people write it.
  public let name: String

  /// The code.
  public var id: String { code }

  /// Makes a region.
  public init(code: String, name: String) {
    self.code = code
    self.name = name
  }
}
