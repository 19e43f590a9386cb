// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// How far a paged list is (L5-01, and the failed states that its users asked for: W36).
///
/// Safe to use from any task.
public enum PagerState: Hashable, Sendable {
  /// Nobody asked yet, or the query is blank.
  case idle
  /// The first page of a query is on its way.
  case loadingFirst
  /// The first page is on its way again; the rows stay meanwhile.
  case refreshing
  /// Rows are here, and more can be had.
  case loaded
  /// The next page is on its way.
  case loadingMore
  /// All rows are here.
  case exhausted
  /// The first page failed, and there are no rows.
  case failedFirst(Failure)
  /// The next page failed; the rows stay.
  case failedMore(Failure)

  /// Whether an answer is awaited.
  public var isLoading: Bool {
    switch self {
    case .loadingFirst, .refreshing, .loadingMore: true
    case .idle, .loaded, .exhausted, .failedFirst, .failedMore: false
    }
  }
}
