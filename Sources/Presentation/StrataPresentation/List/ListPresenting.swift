// Part of Strata.
// SPDX-License-Identifier: MIT

/// A model that has rows. Adapters bind a list or a grid to it.
///
/// Runs on the main actor.
@MainActor public protocol ListPresenting: AnyObject {
  /// One row. Its identity says which row it is; equality says if it must be drawn again.
  associatedtype Row: Identifiable & Equatable

  /// The rows, in the order in which they are shown. Identities are unique.
  var rows: [Row] { get }

  /// What stands below the last row.
  var footer: ListFooter { get }

  /// Tells that a row came on screen, so that the next page is loaded in time (W37).
  ///
  /// - Parameter index: The row's place, counted from 0. A place that is gone is ignored.
  func appeared(at index: Int)

  /// What the footer's button does.
  func retry()
}

/// What stands below the last row of a list (L5-01, W36).
public enum ListFooter: Hashable, Sendable {
  /// Nothing.
  case none
  /// More rows are on their way.
  case loading
  /// The next page failed: a text, and the label of the button that tries again (`nil`: no button).
  case failed(String, action: String?)
  /// The list is complete, with a text that says so.
  case end(String)
}
