// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// A line and a column in a document, both counted from 1; columns count Unicode scalars.
public struct MappingPosition: Hashable, Sendable {
  /// The line.
  public var line: Int
  /// The column.
  public var column: Int

  /// Makes a position.
  public init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
}

/// Why a document could not be read, or a value not be written: what, where, and what stood there.
///
/// ```swift
/// do {
///   cart = try MappingDecoder(.lenient).decode(Cart.self, from: data)
/// } catch let error as MappingError where error.kind == .missing {
///   log("\(error.path) is missing in line \(error.position.line)")
/// }
/// ```
///
/// It is `Failure.Kind.unreadable` for a screen. `raw` may hold what a user typed: mind your logs.
/// Safe to use from any task.
public struct MappingError: FailureConvertible {
  /// What kind of trouble it is.
  public enum Kind: String, Sendable, CaseIterable {
    /// The text is no JSON (RFC 8259), or has two members of one name where the policy refuses that.
    case syntax
    /// The document is deeper or larger than the policy's limits.
    case limit
    /// A member is not there, has no default, and is not optional.
    case missing
    /// A value is `null`, has no default, and is not optional.
    case null
    /// A value of another kind: a list where an object was expected, `"abc"` or `1.5` where an integer was.
    case mismatch
    /// A number that the type cannot hold: 300 in a `UInt8`, 1e400 in a `Double`.
    case outOfRange
    /// The right kind, but not understood: a date, an address, an unknown case of an enumeration.
    case unreadable
    /// The model's own code refused the value: its `init(from:)` or ``MappingFinishing/finishMapping()`` threw.
    case refused
    /// A value that JSON cannot hold, such as `Double.nan`. Only when writing.
    case unwritable
  }

  /// What kind of trouble it is.
  public let kind: Kind
  /// Where, by names and indices as the document writes them.
  public let path: MappingPath
  /// Where in the text. It is filled in when the error leaves the decoder: 1 and 1 before that, and when writing.
  public internal(set) var position = MappingPosition(line: 1, column: 1)
  /// The value as the document writes it, at most 120 bytes; `nil` where nothing stood there.
  public let raw: String?
  /// What was expected, and what to do, for a developer.
  public let reason: String
  /// The error that the model's own code threw, if it did.
  public let underlying: (any Error)?

  /// Where in the bytes; `nil` outside of a document.
  let offset: Int?

  init(
    _ kind: Kind, at path: MappingPath, offset: Int? = nil, raw: String? = nil, reason: String,
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.path = path
    self.offset = offset
    self.raw = raw
    self.reason = reason
    self.underlying = underlying
  }

  /// The failure a screen shows.
  public var failure: Failure { Failure(.unreadable, underlying: self) }
}

extension MappingError: CustomStringConvertible {
  /// One line: path, position, reason and raw value.
  public var description: String {
    let place = offset == nil ? "" : " (line \(position.line), column \(position.column))"
    return "\(path)\(place): \(reason)" + (raw.map { "; found \($0)" } ?? "")
  }
}
