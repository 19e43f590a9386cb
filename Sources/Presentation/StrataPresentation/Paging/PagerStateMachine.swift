// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataContract

/// The rules of paging, without tasks and clocks: an event goes in, a load to be done may come out.
///
/// ``Pager`` is its face. Every load has a number of its own; what arrives for another number is late and changes
/// nothing. Edits by hand are in `PagerStateMachine+Editing.swift`.
package struct PagerStateMachine<Query: Equatable, Item: Identifiable> {
  /// A load to be done.
  package struct Load {
    package let number: Int
    package let query: Query
    package let page: PageRequest
  }

  /// What a load is for.
  enum Purpose {
    /// The first page, which replaces the rows.
    case first
    /// The next page, which joins them.
    case more
    /// Page after page up to a position; all of them together replace the rows.
    case again(upTo: Int, soFar: PagerSheet<Item>)
  }

  /// A load under way, and what it falls back to.
  struct Flight {
    let number: Int
    let page: PageRequest
    let purpose: Purpose
    /// The first load of a refresh that reads several pages: what was edited since may be missing in their answers.
    let since: Int
    /// A state in which nothing loads.
    let fallback: PagerState
    let originBefore: Origin
    /// Takes the newest delivery of this page back, to make room for the next.
    var joint: PagerSheet<Item>.Joint?
    /// A saved page that must not take the place of the server's rows while the server is being asked.
    var held: Delivery<Page<Item>>?
    var hasDelivered = false
    var harvest = Harvest.known
    /// Whether the page tells more rows than were known.
    var listGrew = false
  }

  /// What a page brought.
  enum Harvest {
    case newRows
    /// Known rows only, or none.
    case known
    /// It was left out, since rows before it went away.
    case leftOut
  }

  package private(set) var query: Query
  package internal(set) var state: PagerState = .idle
  package internal(set) var origin: Origin = .network
  /// What went wrong while rows were on screen, until it is told.
  package var notice: Failure?
  /// Whether the list ended because page after page brought known rows only.
  package internal(set) var endedByRepeats = false
  /// How many refreshes ended with the server's word.
  package internal(set) var refreshes = 0

  package var rows: [Item] { sheet.rows.items }
  package var total: Int? { sheet.marks.total.map { max($0, sheet.rows.count) } }
  /// How many of the server's rows stand before the next page.
  package var position: Int { sheet.marks.position }

  /// Another number after each change of the rows.
  package var rowsRevision: Int { sheets << 32 | sheet.rows.revision }

  package func rowChanges(since revision: Int) -> [RowChange<Item.ID>]? {
    revision >> 32 == sheets ? sheet.rows.changes(since: revision & 0xFFFF_FFFF) : nil
  }

  /// Where a row is, without walking through them.
  package func place(of id: Item.ID) -> Int? { sheet.rows.place(of: id) }

  var sheet = PagerSheet<Item>()
  /// How many sheets there were before this one.
  var sheets = 0
  var log: [Edit] = []
  var flight: Flight?
  /// How many loads were begun.
  var loads = 0
  /// Whether `rows` belong to an older query and only wait for the first answer of the newer one.
  var rowsAreOutdated = false

  let size: Int
  /// How many pages in a row brought known rows only.
  var repeats = 0
  /// How often in a row a page was left out because rows before it went away.
  var stepsBack = 0
  /// The highest page that was read: one that is read again is known, and says nothing about the server.
  var furthest = 0

  package init(_ query: Query, size: Int) {
    self.query = query
    self.size = size
  }

  // MARK: - Events

  /// A new query supersedes everything. The rows of the old one stay until its first answer.
  package mutating func ask(_ newQuery: Query) -> Load {
    query = newQuery
    rowsAreOutdated = true
    return refresh()
  }

  /// The first page again, or all pages that were read. Supersedes any load.
  package mutating func refresh(_ extent: PagerExtent = .firstPage) -> Load {
    notice = nil
    let isFirst = rows.isEmpty || rowsAreOutdated
    let purpose: Purpose =
      extent == .loadedPages && !isFirst ? .again(upTo: position, soFar: PagerSheet()) : .first
    return begin(.first(size: size), purpose, as: isFirst ? .loadingFirst : .refreshing)
  }

  /// The next page, unless something is loading or all is here.
  package mutating func loadMore() -> Load? {
    switch state {
    case .loaded, .failedMore: begin(sheet.next(size: size), .more, as: .loadingMore)
    case .idle, .loadingFirst, .refreshing, .loadingMore, .exhausted, .failedFirst: nil
    }
  }

  /// What failed, again; otherwise a refresh.
  package mutating func retry() -> Load {
    if case .failedMore = state, let load = loadMore() { load } else { refresh() }
  }

  /// Back to the beginning with a query: no rows, nothing asked, and no late answer fits.
  package mutating func reset(to newQuery: Query) {
    let numbers = (loads, refreshes, sheets + 1)
    self = PagerStateMachine(newQuery, size: size)
    (loads, refreshes, sheets) = numbers
  }

  /// A page arrived: saved rows, or the server's. More may follow for the same load.
  package mutating func arrived(_ delivery: Delivery<Page<Item>>, for number: Int) {
    guard let current = flight, current.number == number else { return }
    switch current.purpose {
    case .again: flight?.held = delivery
    case .first where !delivery.origin.isFresh && origin.isFresh && !rows.isEmpty && !rowsAreOutdated:
      flight?.held = delivery
    case .first: replace(by: delivery)
    case .more: append(delivery)
    }
  }

  /// The load ended. Returns the load that must follow, if one must.
  package mutating func ended(_ failure: Failure? = nil, for number: Int) -> Load? {
    guard flight?.number == number else { return nil }
    defer { settleLog() }
    if failure == nil, let held = flight?.held, case .first = flight?.purpose, flight?.hasDelivered == false {
      replace(by: held)
    }
    guard let current = flight else { return nil }
    flight = nil
    if let failure {
      failed(failure, current)
      return nil
    }
    if case .again(let position, let sheet) = current.purpose, let held = current.held {
      return gathered(held, into: sheet, upTo: position, current)
    }
    guard current.hasDelivered else {
      state = current.fallback
      return nil
    }
    if case .first = current.purpose, origin.isFresh { refreshes += 1 }
    return settled(current)
  }

  mutating func begin(
    _ page: PageRequest, _ purpose: Purpose, as newState: PagerState, continuing: Flight? = nil
  ) -> Load {
    loads += 1
    flight = Flight(
      number: loads, page: page, purpose: purpose, since: continuing?.since ?? loads,
      fallback: continuing?.fallback ?? quietState, originBefore: origin)
    state = newState
    return Load(number: loads, query: query, page: page)
  }

  /// The state to fall back to: a superseded load that delivered saved rows counts as loaded.
  private var quietState: PagerState {
    guard let flight else { return state }
    return flight.hasDelivered ? restingState : flight.fallback
  }

  var restingState: PagerState { sheet.marks.isComplete ? .exhausted : .loaded }
}

extension PagerStateMachine.Load: Sendable where Query: Sendable {}
