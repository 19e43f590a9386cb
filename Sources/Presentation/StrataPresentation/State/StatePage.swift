// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a screen shows as a whole: its rows, a spinner, or one message in their place.
///
/// A model computes it, an adapter displays it and decides nothing (S0-30).
/// Safe to use from any task.
public enum StatePage: Hashable, Sendable {
  /// The content stands.
  case content
  /// Nothing is there yet and something is on its way.
  case loading
  /// A message stands in place of the content.
  case message(StateMessage)
}

/// A message in place of content: no rows, no network, a failure, a sign-in.
///
/// All texts are in it, so that an adapter needs none of its own; ``Kind-swift.enum`` lets it choose a picture.
/// Safe to use from any task.
public struct StateMessage: Hashable, Sendable {
  /// What the message is about.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The server answered, and there is nothing to show.
    case empty
    /// There is no connection, and nothing was saved.
    case offline
    /// Loading failed.
    case failure
    /// The user must sign in first.
    case signIn
  }

  /// What the message is about.
  public var kind: Kind
  /// The headline.
  public var title: String
  /// A sentence below the headline, or `nil`.
  public var detail: String?
  /// The label of the button that tries again or signs in; `nil` shows no button.
  public var action: String?

  /// Makes a message.
  ///
  /// - Parameters:
  ///   - kind: What it is about.
  ///   - title: The headline.
  ///   - detail: A sentence below it. Default `nil`.
  ///   - action: The button's label. Default `nil`: no button.
  public init(_ kind: Kind, title: String, detail: String? = nil, action: String? = nil) {
    self.kind = kind
    self.title = title
    self.detail = detail
    self.action = action
  }
}
