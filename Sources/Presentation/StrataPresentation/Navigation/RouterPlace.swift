// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Where a user is in an app: the value of a ``Router``, that links lead to and that survives a kill.
///
/// ```swift
/// let bytes = try JSONEncoder().encode(router.snapshot)
/// router.restore(try JSONDecoder().decode(RouterPlace<BookRoute>.self, from: bytes))
/// ```
///
/// Reading is lenient, for the next version of an app may have other routes: of pages and of sheets, those below the
/// first that cannot be read are kept. Safe to use from any task where the route is.
public struct RouterPlace<Route: Hashable>: Hashable {
  /// The page below all others; `nil` where an app has one alone, and in a link that leaves it as it is.
  public var root: Route?
  /// The pages on top of the root.
  public var path: [Route]
  /// The sheets over the pages.
  public var sheets: [Route]
  /// A link that waits until somebody signed in.
  public var link: URL?

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - root: The page below all others. Default `nil`.
  ///   - path: The pages on top of it. Default none.
  ///   - sheets: The sheets over the pages. Default none.
  ///   - link: A link that waits for a sign-in. Default `nil`.
  public init(root: Route? = nil, path: [Route] = [], sheets: [Route] = [], link: URL? = nil) {
    self.root = root
    self.path = path
    self.sheets = sheets
    self.link = link
  }
}

extension RouterPlace {
  enum CodingKeys: CodingKey { case root, path, sheets, link }
}

extension RouterPlace: Sendable where Route: Sendable {}

extension RouterPlace: Encodable where Route: Encodable {}

extension RouterPlace: Decodable where Route: Decodable {
  /// Reads as much of a place as this version of the app knows.
  ///
  /// - Throws: `DecodingError` if there is no place at all.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    root = try? values.decodeIfPresent(Route.self, forKey: .root)
    // NB: what lies on an unknown page has no place to lie on.
    let isOnKnownPage = try root != nil || !values.contains(.root) || values.decodeNil(forKey: .root)
    path = isOnKnownPage ? values.known(Route.self, .path) : []
    sheets = isOnKnownPage ? values.known(Route.self, .sheets) : []
    link = try? values.decodeIfPresent(URL.self, forKey: .link)
  }
}

extension KeyedDecodingContainer {
  /// The elements before the first that cannot be read.
  fileprivate func known<Element: Decodable>(_: Element.Type, _ key: Key) -> [Element] {
    guard var list = try? nestedUnkeyedContainer(forKey: key) else { return [] }
    var known: [Element] = []
    while !list.isAtEnd, let element = try? list.decode(Element.self) { known.append(element) }
    return known
  }
}
