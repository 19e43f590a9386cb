// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataPresentation

/// What the account's page can show; a view of any toolkit conforms, and knows neither model nor service (S0-12, S3-I3).
@MainActor public protocol MeViewing: AnyObject {
  /// Shows the account.
  func show(_ content: MeContent)

  /// Shows a spinner, or a message with a button in place of the account.
  func show(_ page: StatePage)

  /// Shows a short text over what is there.
  func show(toast: String)

  /// Shows what is wrong with the name, below its field; `nil` takes it away.
  func show(nameProblem: String?)
}

/// What the account's page shows, as texts.
public struct MeContent: Hashable, Sendable {
  /// What the user wants to be called.
  public let name: String
  /// What they sign in with.
  public let email: String
  /// The first letters of the name, for a picture.
  public let initials: String
}
