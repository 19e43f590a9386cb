// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Named values of a query or a form: order kept, `nil` left out, an array repeats its name.
///
/// ```swift
/// let query: Parameters = ["q": text, "page": 2, "lang": filter.language, "tag": ["new", "used"]]
/// ```
///
/// Mark what no log may show with ``Secret``. Safe to use from any task.
public struct Parameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One name with one value.
  public struct Item: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name, not yet encoded.
    public let name: String
    /// The value, not yet encoded.
    public let value: String
    /// Whether logs, events and errors show `***` for the value.
    public let isSecret: Bool

    /// Name and value; `***` for a secret one.
    public var description: String { "\(name)=\(isSecret ? "***" : value)" }
    /// The same for a debugger.
    public var customMirror: Mirror { Mirror(self, children: ["item": description]) }
  }

  /// The items in order.
  public private(set) var items: [Item] = []

  /// Makes no parameters.
  public init() {}

  /// Makes parameters of names and values. `nil` is left out.
  public init(dictionaryLiteral elements: (String, (any ParameterValue)?)...) {
    for (name, value) in elements { append(name, value) }
  }

  /// Adds a parameter after the others; `nil` adds nothing.
  public mutating func append(_ name: String, _ value: (any ParameterValue)?) {
    guard let value else { return }
    items += value.parameterTexts.map { Item(name: name, value: $0, isSecret: value is Secret) }
  }

  /// The first value of a name. Setting replaces all of them; `nil` removes them.
  public subscript(name: String) -> (any ParameterValue)? {
    get { items.first { $0.name == name }?.value }
    set {
      items.removeAll { $0.name == name }
      append(name, newValue)
    }
  }

  /// These parameters, with those of `other` in place of items of the same names (S0-20).
  public func merging(_ other: Parameters) -> Parameters {
    guard !items.isEmpty else { return other }
    var merged = self
    merged.items.removeAll { mine in other.items.contains { $0.name == mine.name } }
    merged.items += other.items
    return merged
  }

  /// The items as a query: everything but unreserved characters percent-encoded (RFC 3986 section 2.3).
  var encoded: String {
    items.map { "\($0.name.percentEncoded(keeping: .unreserved))=\($0.value.percentEncoded(keeping: .unreserved))" }
      .joined(separator: "&")
  }
}

/// A value that may stand in a query or a form.
///
/// Text, numbers, `Bool`, `UUID`, `URL`, arrays and raw-value enums are; add your own where you need them.
///
/// ```swift
/// enum Order: String, ParameterValue { case newest, cheapest }
/// ```
public protocol ParameterValue: Sendable {
  /// The texts to send, one item for each; none leaves the parameter out.
  var parameterTexts: [String] { get }
}

/// A parameter value that no log, event or error shows.
///
/// ```swift
/// .get("/login", query: ["token": Secret(token)], returning: Account.self)
/// ```
public struct Secret: ParameterValue, Hashable, CustomStringConvertible, CustomReflectable {
  /// The texts to send.
  public let parameterTexts: [String]

  /// Hides a value from logs.
  public init(_ value: some ParameterValue) { parameterTexts = value.parameterTexts }

  /// Three stars.
  public var description: String { "***" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String: ParameterValue {
  /// The text itself.
  public var parameterTexts: [String] { [self] }
}
extension Int: ParameterValue {
  /// The number in decimal.
  public var parameterTexts: [String] { [String(self)] }
}
extension Int64: ParameterValue {
  /// The number in decimal.
  public var parameterTexts: [String] { [String(self)] }
}
extension Double: ParameterValue {
  /// The shortest text that reads back as this number.
  public var parameterTexts: [String] { [String(self)] }
}
extension Decimal: ParameterValue {
  /// The number in decimal.
  public var parameterTexts: [String] { [description] }
}
extension Bool: ParameterValue {
  /// `true` or `false`.
  public var parameterTexts: [String] { [self ? "true" : "false"] }
}
extension UUID: ParameterValue {
  /// The text form.
  public var parameterTexts: [String] { [uuidString] }
}
extension URL: ParameterValue {
  /// The absolute text.
  public var parameterTexts: [String] { [absoluteString] }
}
extension Array: ParameterValue where Element: ParameterValue {
  /// The texts of all elements.
  public var parameterTexts: [String] { flatMap(\.parameterTexts) }
}
extension Optional: ParameterValue where Wrapped: ParameterValue {
  /// None for `nil`.
  public var parameterTexts: [String] { self?.parameterTexts ?? [] }
}
extension RawRepresentable where Self: ParameterValue, RawValue: ParameterValue {
  /// The texts of the raw value.
  public var parameterTexts: [String] { rawValue.parameterTexts }
}
