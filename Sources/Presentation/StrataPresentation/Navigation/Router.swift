// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation

/// Where the user is: a path of routes that a navigator shows.
///
/// Models push and pop; an adapter binds a navigator to it and makes the pages. One per window.
///
/// ```swift
/// enum BookRoute: Hashable { case book(Book) }
/// let router = Router<BookRoute>()
/// router.push(.book(book))
/// ```
///
/// Runs on the main actor.
@MainActor @Observable public final class Router<Route: Hashable> {
  /// The routes on top of the root, the one on screen last. Settable: a view's back gesture writes it.
  public var path: [Route]

  /// Makes a router.
  ///
  /// - Parameter path: Where to start. Default: the root.
  public init(path: [Route] = []) { self.path = path }

  /// Goes one page deeper. A route that is on screen already is not pushed again, so that a double click opens one page.
  ///
  /// - Parameter route: Where to go.
  public func push(_ route: Route) {
    guard path.last != route else { return }
    path.append(route)
  }

  /// Goes back one page; at the root it does nothing.
  public func pop() { if !path.isEmpty { path.removeLast() } }

  /// Goes back to the root.
  public func popToRoot() { if !path.isEmpty { path = [] } }
}
