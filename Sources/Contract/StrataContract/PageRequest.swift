// Part of Strata.
// SPDX-License-Identifier: MIT

/// Which page a list asks for, in every form a server may want: number, offset or cursor.
///
/// A service picks the form its server understands; nothing else changes.
///
/// ```swift
/// ["page": page.number, "count": page.size]       // or ["offset": page.offset], or ["after": page.cursor]
/// ```
public struct PageRequest: Hashable, Sendable {
  /// The page, counted from 1 (S1-04).
  public let number: Int

  /// How many rows a page has; at least 1.
  public let size: Int

  /// How many rows come before this page, counted from 0.
  public var offset: Int { (number - 1) * size }

  /// What the page before gave as its cursor; `nil` for the first page.
  public let cursor: String?

  /// Whether this asks for the first page.
  public var isFirst: Bool { number == 1 }

  /// Asks for a page.
  ///
  /// - Parameters:
  ///   - number: From 1. Default 1; a smaller number is a programmer error.
  ///   - size: Rows per page, at least 1. Default 20.
  ///   - cursor: The cursor of the page before. Default `nil`.
  public init(number: Int = 1, size: Int = 20, cursor: String? = nil) {
    precondition(number >= 1, "a page number starts at 1, not at \(number)")
    precondition(size >= 1, "a page has at least one row, not \(size)")
    self.number = number
    self.size = size
    self.cursor = cursor
  }

  /// The first page of a size.
  public static func first(size: Int = 20) -> PageRequest { PageRequest(size: size) }

  /// The page after this one.
  ///
  /// - Parameter cursor: What this page's answer gave as its cursor. Default `nil`.
  public func next(cursor: String? = nil) -> PageRequest {
    PageRequest(number: number + 1, size: size, cursor: cursor)
  }
}
