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

  /// A number that is another one after each change of a row, its place or its content; `nil` where nobody counts.
  /// A view then keeps no copy of the rows, so that a change of one among 100,000 copies none of them. Default: `nil`.
  var rowsRevision: Int? { get }

  /// The steps that lead from the rows of an earlier revision to these, one after the other, or `nil` if they are not
  /// known any more: then a view compares the identities. Default: `nil`.
  ///
  /// - Parameter revision: What ``rowsRevision`` was then.
  func rowChanges(since revision: Int) -> [RowChange<Row.ID>]?

  /// What stands below the last row.
  var footer: ListFooter { get }

  /// Whether a row that comes on screen can bring more rows. When it turns `true`, the view tells the rows on screen again,
  /// so that a list shorter than its window is not stuck.
  var canLoadMore: Bool { get }

  /// Tells that a row came on screen, so that the next page is loaded in time (W37).
  ///
  /// - Parameter index: The row's place, counted from 0. A place that is gone is ignored.
  func appeared(at index: Int)

  /// What the footer's button does.
  func retry()
}

extension ListPresenting {
  /// Nobody counts.
  public var rowsRevision: Int? { nil }

  /// Nobody knows.
  public func rowChanges(since revision: Int) -> [RowChange<Row.ID>]? { nil }

  /// Nothing, for a list that has all its rows.
  public var footer: ListFooter { .none }

  /// No, for a list that has all its rows.
  public var canLoadMore: Bool { false }

  /// Does nothing, for a list that has all its rows.
  public func appeared(at index: Int) {}

  /// Does nothing, for a list that cannot fail.
  public func retry() {}
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
