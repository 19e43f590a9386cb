// Part of Strata.
// SPDX-License-Identifier: MIT

/// A model whose initial values stand for members that are missing or `null` (W26).
///
/// A struct whose properties all have initial values conforms by this word alone:
///
/// ```swift
/// struct Product: Codable, MappingDefaults {
///   var name = ""
///   var price = Decimal(0)
///   var tags: [String] = []
/// }
/// ```
///
/// The defaults hold under every policy; under ``MappingRepairs/unreadableAsDefault`` also for unreadable members.
/// A default that a policy declares wins over these.
public protocol MappingDefaults: Codable, Sendable {
  /// Makes the value that holds the defaults. Called once for each decoder.
  init()
}

/// A type with a value that stands for every unreadable one, such as an unknown case.
///
/// ```swift
/// enum Status: String, Codable, MappingFallback {
///   case open, closed, unknown
///   static let mappingFallback = Status.unknown
/// }
/// ```
///
/// It holds under every policy; each use is in the report. ``MappingPolicy/fallback(_:)`` does the same from outside.
public protocol MappingFallback: Decodable, Sendable {
  /// The value.
  static var mappingFallback: Self { get }
}

/// A model that looks at itself after it was read, at every depth: to check, or to derive (L4-08, L4-47).
///
/// ```swift
/// extension Product: MappingFinishing {
///   func finishMapping() throws {
///     guard price > 0 else { throw CatalogueError.free }
///   }
/// }
/// ```
///
/// An element that refuses itself is dropped where unreadable elements are (W25).
public protocol MappingFinishing: Decodable {
  /// Checks or changes the value.
  ///
  /// - Throws: Anything, to refuse the value: ``MappingError/Kind-swift.enum/refused``.
  mutating func finishMapping() throws
}
