// Part of Strata.
// SPDX-License-Identifier: MIT

internal import StrataContract

extension Pager: ListPresenting {
  /// A number that is another one after each change of a row, its place or its content.
  public var rowsRevision: Int? { machine.rowsRevision }

  /// The last steps of the rows, some hundred of them; `nil` beyond that, and after a refresh.
  public func rowChanges(since revision: Int) -> [RowChange<Item.ID>]? { machine.rowChanges(since: revision) }

  /// Loads the next page when a row near the end comes on screen; once per page.
  public func appeared(at index: Int) {
    guard canLoadMore, rows.indices.contains(index), index >= rows.count - prefetchDistance else { return }
    askedAt = machine.position
    loadMore()
  }

  /// Whether there is a next page that no row on screen has asked for, and nothing is under way or failed.
  public var canLoadMore: Bool { state == .loaded && askedAt != machine.position }

  /// What stands below the last row.
  public var footer: ListFooter {
    switch state {
    case .loadingMore: .loading
    case .failedMore(let failure): .failed(wording.text(for: failure), action: wording.retry)
    case .exhausted where !rows.isEmpty: wording.end.map(ListFooter.end) ?? .none
    case .idle, .loadingFirst, .refreshing, .loaded, .exhausted, .failedFirst: .none
    }
  }
}

extension Pager: StatePresenting {
  /// How the last load ended, by the ladder (S0-30), or `nil` before that: for what a page and a toast do not show,
  /// such as going to the sign-in.
  public var outcome: Outcome? {
    switch state {
    case .idle, .loadingFirst, .refreshing, .loadingMore: nil
    case .loaded, .exhausted: .of(notice, hasRows: !rows.isEmpty, style: failureStyle)
    case .failedMore(let failure), .failedFirst(let failure):
      .of(failure, hasRows: !rows.isEmpty, style: failureStyle)
    }
  }

  /// The rows, a spinner, or what the outcome ladder says (S0-30).
  public var page: StatePage {
    if !rows.isEmpty || state == .idle { return .content }
    if state.isLoading { return .loading }
    return .message(outcome.flatMap(wording.message(for:)) ?? wording.silentMessage)
  }

  /// A text that says what went wrong while rows are on screen, or `nil`.
  public var toast: String? { notice.flatMap { wording.toast(for: $0, style: failureStyle) } }

  /// Hands the toast out and forgets it.
  public func takeToast() -> String? {
    defer { if machine.notice != nil { machine.notice = nil } }
    return toast
  }
}

extension Pager: Refreshing {}
