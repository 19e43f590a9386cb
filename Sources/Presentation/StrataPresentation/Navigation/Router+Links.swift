// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

extension Router {
  /// Goes where a link leads.
  ///
  /// A link without a ``RouterPlace/root`` leaves the root as it is; pages and sheets are always replaced, so ask first
  /// where a form with changes is open.
  ///
  /// - Parameters:
  ///   - url: The link, from the system, a mail, another app.
  ///   - links: The links that the app knows.
  ///   - isSignedIn: Whether somebody is signed in.
  /// - Returns: What became of it. On ``DeepLinkOutcome/needsSignIn`` the link is kept (also in the ``snapshot``) until
  ///   another link is opened: show the sign-in, then ``followLink(with:)``.
  @discardableResult public func open(
    _ url: URL, with links: DeepLinks<Route>, isSignedIn: Bool
  ) -> DeepLinkOutcome {
    guard let match = links.match(url) else { return .unknown }
    if match.needsSignIn, !isSignedIn {
      place.link = url
      return .needsSignIn
    }
    var target = match.place
    target.root = target.root ?? place.root
    place = target
    return .opened
  }

  /// Goes where the link leads that waited for a sign-in, if there is one.
  ///
  /// - Returns: Whether there was one that leads somewhere.
  @discardableResult public func followLink(with links: DeepLinks<Route>) -> Bool {
    guard let url = place.link else { return false }
    place.link = nil
    return open(url, with: links, isSignedIn: true) == .opened
  }

  /// Forgets the link that waits: the user does not want to sign in.
  public func forgetLink() { if place.link != nil { place.link = nil } }

  /// Whether a link waits for a sign-in.
  public var hasWaitingLink: Bool { place.link != nil }
}
