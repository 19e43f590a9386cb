// Part of Strata.
// SPDX-License-Identifier: MIT

/// One page of a list, and what the server said about the rest.
///
/// A service returns it, a pager takes it. Tell what the server tells: a total, a cursor,
/// or that this was the last page. With none of them a page shorter than asked ends the list.
///
/// ```swift
/// Page(answer.books, total: answer.total)
/// ```
public struct Page<Item> {
  /// The rows, in the server's order.
  public var items: [Item]

  /// How many rows the server has in all, if it says so (S1-02).
  public var total: Int?

  /// Where the next page starts, if the server pages by cursor.
  public var cursor: String?

  /// Whether this is the last page, if the server says so.
  public var isLast: Bool?

  /// Makes a page of a server that counts rows, or says whether more follow, or neither.
  ///
  /// - Parameters:
  ///   - items: The rows.
  ///   - total: All rows on the server. Default `nil`: unknown.
  ///   - isLast: Whether no page follows. Default `nil`: unknown.
  public init(_ items: [Item], total: Int? = nil, isLast: Bool? = nil) {
    self.items = items
    self.total = total
    self.isLast = isLast
  }

  /// Makes a page of a server that pages by cursor.
  ///
  /// - Parameters:
  ///   - items: The rows.
  ///   - cursor: Where the next page starts; `nil` or empty means that this is the last one.
  ///   - total: All rows on the server. Default `nil`: unknown.
  public init(_ items: [Item], next cursor: String?, total: Int? = nil) {
    self.items = items
    self.total = total
    self.cursor = cursor == "" ? nil : cursor
    self.isLast = self.cursor == nil
  }

  /// The same page with each row converted.
  public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> Page<Other> {
    var page = Page<Other>(try items.map(transform), total: total, isLast: isLast)
    page.cursor = cursor
    return page
  }
}

extension Page: Sendable where Item: Sendable {}
extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}
extension Page: Encodable where Item: Encodable {}
extension Page: Decodable where Item: Decodable {}
