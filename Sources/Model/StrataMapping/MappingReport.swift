// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a policy repaired or dropped while it read a document, so that leniency hides no broken server.
///
/// ```swift
/// let (cart, report) = try MappingDecoder(.lenient).decodeWithReport(Cart.self, from: data)
/// if !report.isEmpty { debugText = report.description }
/// ```
///
/// Safe to use from any task.
public struct MappingReport: Hashable, Sendable {
  /// One repair.
  public struct Repair: Hashable, Sendable {
    /// What was done.
    public let kind: Kind
    /// Where, by names and indices as the document writes them.
    public let path: MappingPath
    /// Where in the text.
    public internal(set) var position: MappingPosition
    /// The value as the document writes it, at most 120 bytes; `nil` for a missing member.
    public let raw: String?
    /// Why, where the kind alone does not say it: the error that was avoided. Else `nil`.
    public let reason: String?
    let offset: Int
  }

  /// What was done to a value.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A number was taken as text, digit by digit.
    case numberAsString
    /// `true` or `false` was taken as text.
    case boolAsString
    /// A number was read from a string.
    case stringAsNumber
    /// `true` was taken as 1, `false` as 0.
    case boolAsNumber
    /// A boolean was read from a string.
    case stringAsBool
    /// 1 was taken as `true`, 0 as `false`.
    case numberAsBool
    /// An empty string was taken as `nil`.
    case emptyStringAsNil
    /// A string such as `"null"` was taken as `nil`.
    case nullWordAsNil
    /// A declared default stands for a missing member.
    case missingAsDefault
    /// A declared default stands for `null`.
    case nullAsDefault
    /// A declared default, or a fallback of the type, stands for what could not be read.
    case unreadableAsDefault
    /// `nil` stands for what could not be read.
    case unreadableAsNil
    /// An element, or a member of a dictionary, could not be read and is left out.
    case unreadableDropped
    /// A `null` in a list or a dictionary is left out.
    case nullDropped
    /// `[]` was taken as an object without members.
    case emptyListAsObject
    /// One value was taken as a list of it.
    case valueAsList
    /// Half of a surrogate pair was replaced by U+FFFD.
    case loneSurrogateReplaced
  }

  /// The repairs in the order they were made; at most ``MappingLimits/repairs``.
  public private(set) var repairs: [Repair] = []
  /// How many there were, also those above the limit.
  public private(set) var count = 0

  /// Whether the document was read as it was.
  public var isEmpty: Bool { count == 0 }

  mutating func add(_ repair: @autoclosure () -> Repair, limit: Int) {
    count += 1
    if repairs.count < limit { repairs.append(repair()) }
  }

  mutating func place(_ positions: [MappingPosition]) {
    for index in repairs.indices { repairs[index].position = positions[index] }
  }
}

extension MappingReport: CustomStringConvertible {
  /// One line for each repair, for a log or a debug screen.
  public var description: String {
    let lines = repairs.map { repair in
      "\(repair.path) (line \(repair.position.line), column \(repair.position.column)): \(repair.kind.rawValue)"
        + (repair.raw.map { ", found \($0)" } ?? "") + (repair.reason.map { "; \($0)" } ?? "")
    }
    let more = count - repairs.count
    return (lines + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "\n")
  }
}
