// Part of Strata.
// SPDX-License-Identifier: MIT

/// A model that says what its screen shows as a whole. Adapters bind state pages and toasts to it.
///
/// Runs on the main actor.
@MainActor public protocol StatePresenting: AnyObject {
  /// What the screen shows.
  var page: StatePage { get }

  /// A short text to be shown once over the content, or `nil`. Read it to observe; take it to show it.
  var toast: String? { get }

  /// Hands the toast out and forgets it, so that two views do not show it twice.
  func takeToast() -> String?

  /// What the button of a ``StateMessage`` does.
  func retry()
}
