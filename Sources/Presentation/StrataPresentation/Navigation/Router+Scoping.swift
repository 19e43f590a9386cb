// Part of Strata.
// SPDX-License-Identifier: MIT

extension Router {
  /// A part of the router for a feature that knows its own routes and no others.
  ///
  /// ```swift
  /// enum AppRoute: Hashable { case books(BookRoute), signIn }
  /// let books = router.scoped(to: AppRoute.books) { if case .books(let route) = $0 { route } else { nil } }
  /// ```
  ///
  /// Its ``path`` is what the feature has pushed last, up to the next page of another feature, which it cannot pop; its
  /// ``sheets`` likewise. Questions are shared. It holds this router and keeps nothing itself.
  ///
  /// - Parameters:
  ///   - embed: Makes a route of the app.
  ///   - extract: Makes a route of the feature, or `nil` of another's.
  public func scoped<Part: Hashable>(
    to embed: @escaping (Part) -> Route, from extract: @escaping (Route) -> Part?
  ) -> Router<Part> {
    Router<Part>(
      parent: .init(
        place: { [self] in place.part(extract) },
        move: { [self] in place = place.with($0, embed, extract) },
        alert: { [self] in alert },
        ask: { [self] in alert = $0 }))
  }
}

extension RouterPlace {
  /// What a feature sees of a place.
  fileprivate func part<Part: Hashable>(_ extract: (Route) -> Part?) -> RouterPlace<Part> {
    RouterPlace<Part>(
      root: root.flatMap(extract), path: path.tail(extract), sheets: sheets.tail(extract), link: link)
  }

  /// The place after a feature has changed what it sees.
  fileprivate func with<Part: Hashable>(
    _ part: RouterPlace<Part>, _ embed: (Part) -> Route, _ extract: (Route) -> Part?
  ) -> RouterPlace {
    RouterPlace(
      root: part.root.map(embed) ?? (root.flatMap(extract) == nil ? root : nil),
      path: path.dropLast(path.tail(extract).count) + part.path.map(embed),
      sheets: sheets.dropLast(sheets.tail(extract).count) + part.sheets.map(embed), link: part.link)
  }
}

extension Array {
  /// The last elements that all are of a kind, as that kind.
  fileprivate func tail<Part>(_ extract: (Element) -> Part?) -> [Part] {
    var tail: [Part] = []
    for element in reversed() {
      guard let part = extract(element) else { break }
      tail.append(part)
    }
    return tail.reversed()
  }
}
