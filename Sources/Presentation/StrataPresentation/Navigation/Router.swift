// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation

/// Where the user is, and the only thing that takes them elsewhere: pages, sheets, a question over them.
///
/// Models push, present and ask; an adapter binds a navigator to it and makes the pages. One per window. A feature with
/// routes of its own gets a part of it (``scoped(to:from:)``), a URL is opened by ``open(_:with:isSignedIn:)``, and
/// ``snapshot`` brings the user back after the process was killed.
///
/// ```swift
/// enum BookRoute: Hashable { case book(Book) }
/// let router = Router<BookRoute>()
/// router.push(.book(book))
/// ```
///
/// Runs on the main actor.
@MainActor @Observable public final class Router<Route: Hashable> {
  /// What another router stands behind this one.
  struct Parent {
    let place: () -> RouterPlace<Route>
    let move: (RouterPlace<Route>) -> Void
    let alert: () -> RouterAlert?
    let ask: (RouterAlert?) -> Void
  }

  private var ownPlace: RouterPlace<Route>
  private var ownAlert: RouterAlert?
  @ObservationIgnored private let parent: Parent?

  /// Makes a router.
  ///
  /// - Parameters:
  ///   - root: The page below all others, for an app that has several, as tabs. Default `nil`.
  ///   - path: Where to start. Default: the root.
  public init(root: Route? = nil, path: [Route] = []) {
    ownPlace = RouterPlace(root: root, path: path)
    parent = nil
  }

  init(parent: Parent) {
    ownPlace = RouterPlace()
    self.parent = parent
  }

  // MARK: - Where the user is

  /// The page below all others, such as the tab that is chosen. Settable: a view's tabs write it.
  public var root: Route? {
    get { place.root }
    set { place.root = newValue }
  }

  /// The routes on top of the root, the one on screen last. Settable: a view's back gesture writes it.
  public var path: [Route] {
    get { place.path }
    set { place.path = newValue }
  }

  /// The sheets over the pages, the one on top last. Settable.
  public var sheets: [Route] {
    get { place.sheets }
    set { place.sheets = newValue }
  }

  /// The sheet on top, if there is one. A view that closes it writes `nil`; another route takes its place.
  public var sheet: Route? {
    get { place.sheets.last }
    set { place.sheets = place.sheets.dropLast() + (newValue.map { [$0] } ?? []) }
  }

  /// The question over everything. A view that shows it answers by ``answer(_:)``.
  public var alert: RouterAlert? {
    get { parent.map { $0.alert() } ?? ownAlert }
    set { if let parent { parent.ask(newValue) } else { ownAlert = newValue } }
  }

  /// Where the user is as a whole, for the next start of the app. An open question is not part of it.
  public var snapshot: RouterPlace<Route> { place }

  /// Goes where a snapshot says. Without a ``RouterPlace/root`` the root stays as it is.
  public func restore(_ snapshot: RouterPlace<Route>) {
    var target = snapshot
    target.root = target.root ?? place.root
    place = target
  }

  var place: RouterPlace<Route> {
    get { parent.map { $0.place() } ?? ownPlace }
    set { if let parent { parent.move(newValue) } else { ownPlace = newValue } }
  }

  // MARK: - Going elsewhere

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

  /// Lays a sheet over what is there, which stays as it is below. A sheet that is open already is not opened again.
  ///
  /// - Parameter route: What the sheet shows.
  public func present(_ route: Route) { if !sheets.contains(route) { sheets.append(route) } }

  /// Closes a sheet and what lies over it, or the one on top.
  ///
  /// - Parameter route: Which one; one that is not open is fine. Default `nil`: the one on top.
  public func dismiss(_ route: Route? = nil) {
    guard let route else { return sheet = nil }
    if let index = sheets.firstIndex(of: route) { sheets.removeSubrange(index...) }
  }

  /// Closes the question and does what the choice says.
  ///
  /// - Parameter choice: What the user chose; `nil` if they closed it, which is the choice that cancels.
  public func answer(_ choice: RouterAlert.Choice? = nil) {
    guard let asked = alert else { return }
    alert = nil
    (choice ?? asked.choices.first { $0.role == .cancel })?.action()
  }
}
