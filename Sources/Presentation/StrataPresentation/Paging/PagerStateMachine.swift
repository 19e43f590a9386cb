// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataContract

/// The rules of paging, without tasks and clocks: an event goes in, a load to be done may come out.
///
/// ``Pager`` is its face. Every load has a number of its own; what arrives for another number is late and changes nothing.
package struct PagerStateMachine<Query: Equatable, Item: Identifiable> {
  /// A load to be done.
  package struct Load {
    package let number: Int
    package let query: Query
    package let page: PageRequest
  }

  /// A load under way, and what it falls back to.
  private struct Flight {
    let number: Int
    let page: PageRequest
    let isMore: Bool
    /// The rows before the page; each delivery of the page is joined to them.
    let base: [Item]
    /// A state in which nothing loads.
    let stateBefore: PagerState
    let originBefore: Origin
    var hasDelivered = false
  }

  package private(set) var query: Query
  package private(set) var rows: [Item] = []
  package private(set) var state: PagerState = .idle
  package private(set) var total: Int?
  package private(set) var origin: Origin = .network
  /// What went wrong while rows were on screen, until it is told.
  package var notice: Failure?
  /// Whether the list ended because page after page brought known rows only.
  package var endedByRepeats: Bool { repeats == Self.repeatsLimit }

  private let size: Int
  private var loads = 0
  private var flight: Flight?
  /// How many of the server's rows were asked for; decides the next page's number.
  private var served = 0
  private var cursor: String?
  private var isComplete = false
  private var repeats = 0
  /// Whether `rows` belong to an older query and only wait for the first answer of the newer one.
  private var rowsAreOutdated = false

  private static var repeatsLimit: Int { 3 }

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

  /// The first page again. Supersedes any load.
  package mutating func refresh() -> Load {
    notice = nil
    return begin(.first(size: size), base: [], as: rows.isEmpty || rowsAreOutdated ? .loadingFirst : .refreshing)
  }

  /// The next page, unless something is loading or all is here.
  package mutating func loadMore() -> Load? {
    switch state {
    case .loaded, .failedMore:
      let next = PageRequest(number: served / size + 1, size: size, cursor: cursor)
      return begin(next, base: rows, as: .loadingMore)
    case .idle, .loadingFirst, .refreshing, .loadingMore, .exhausted, .failedFirst: return nil
    }
  }

  /// What failed, again; otherwise a refresh.
  package mutating func retry() -> Load {
    if case .failedMore = state, let load = loadMore() { load } else { refresh() }
  }

  /// Back to the beginning with a query: no rows, nothing asked, and no late answer fits.
  package mutating func reset(to newQuery: Query) {
    let numbers = loads
    self = PagerStateMachine(newQuery, size: size)
    loads = numbers
  }

  /// A page arrived: saved rows, or the server's. More may follow for the same load.
  package mutating func arrived(_ delivery: Delivery<Page<Item>>, for number: Int) {
    guard flight?.number == number, let current = flight else { return }
    flight?.hasDelivered = true
    let page = delivery.value
    rows = Self.joined(current.base, page.items)
    rowsAreOutdated = false
    origin = delivery.origin
    total = page.total.map { max($0, rows.count) }
    cursor = page.cursor
    served = current.page.number * size
    isComplete = ends(page)
    if state == .loadingFirst, !rows.isEmpty { state = .refreshing }
  }

  /// The load ended. Returns the load that must follow: the page after one that brought known rows only.
  package mutating func ended(_ failure: Failure? = nil, for number: Int) -> Load? {
    guard let current = flight, current.number == number else { return nil }
    flight = nil
    if let failure {
      failed(failure, current)
      return nil
    }
    guard current.hasDelivered else {
      state = current.stateBefore
      return nil
    }
    let isRepeat = current.isMore && rows.count == current.base.count && !isComplete
    repeats = isRepeat ? repeats + 1 : 0
    if endedByRepeats { isComplete = true }
    state = isComplete ? .exhausted : .loaded
    return isRepeat ? loadMore() : nil
  }

  // MARK: - Rules

  private mutating func begin(_ page: PageRequest, base: [Item], as newState: PagerState) -> Load {
    loads += 1
    flight = Flight(
      number: loads, page: page, isMore: newState == .loadingMore, base: base,
      stateBefore: quietState, originBefore: origin)
    state = newState
    return Load(number: loads, query: query, page: page)
  }

  /// The state to fall back to: a superseded load that delivered saved rows counts as loaded.
  private var quietState: PagerState {
    guard let flight else { return state }
    return flight.hasDelivered ? (isComplete ? .exhausted : .loaded) : flight.stateBefore
  }

  /// Total or cursor decides; a short page only without both; an empty page always (decisions 3 and 4).
  private func ends(_ page: Page<Item>) -> Bool {
    if page.items.isEmpty { return true }
    if let isLast = page.isLast { return isLast }
    if let total { return rows.count >= total }
    return page.items.count < size
  }

  private mutating func failed(_ failure: Failure, _ flight: Flight) {
    if flight.hasDelivered {
      state = isComplete ? .exhausted : .loaded
      // NB: scrolling on through saved pages does not tell the same again on every page.
      let wasSaved = flight.isMore && flight.originBefore != .network
      if failure.kind != .cancelled, !wasSaved { notice = failure }
    } else if flight.isMore {
      state = failure.kind == .cancelled ? flight.stateBefore : .failedMore(failure)
    } else if rows.isEmpty || rowsAreOutdated {
      forgetRows()
      state = failure.kind == .cancelled ? .idle : .failedFirst(failure)
    } else {
      state = flight.stateBefore
      if failure.kind != .cancelled { notice = failure }
    }
  }

  private mutating func forgetRows() {
    rows = []
    total = nil
    cursor = nil
    served = 0
    isComplete = false
    rowsAreOutdated = false
  }

  /// Joins a page to the rows before it: order stable, the newest of two rows with one identity wins.
  private static func joined(_ base: [Item], _ page: [Item]) -> [Item] {
    var rows = base
    var places = [Item.ID: Int](minimumCapacity: base.count + page.count)
    for (place, row) in base.enumerated() { places[row.id] = place }
    for row in page {
      if let place = places[row.id] {
        rows[place] = row
      } else {
        places[row.id] = rows.count
        rows.append(row)
      }
    }
    return rows
  }
}

extension PagerStateMachine.Load: Sendable where Query: Sendable {}
