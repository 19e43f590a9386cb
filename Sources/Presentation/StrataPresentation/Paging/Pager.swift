// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import Observation
public import StrataContract

/// A paged list with every state that a screen shows: it owns the query, the page number, the rows and the failures.
///
/// A service gives it pages, an adapter binds a list, state pages and toasts to it, and nothing is left for the screen to
/// decide. For one value instead of rows use ``Loader``.
///
/// ```swift
/// let books = Pager("", debounce: .milliseconds(300), load: service.books)
/// await books.refresh()
/// books.query = "swift"          // asks after a pause; a newer query supersedes the older
/// ```
///
/// Refresh replaces, more appends; a row that comes twice keeps its place and its newest content; a refresh supersedes
/// a load of more, a newer query both; what arrives late changes nothing (S1, W34, W35, W38).
/// Saved rows that arrive before the server's stand at once, and stay with a toast if the server cannot be reached (W7).
/// Rows can be changed by hand (``insert(_:at:)``, ``optimistically(_:commit:)``) and can follow what changes elsewhere
/// (``follow(_:)``).
///
/// - Important: Nothing is asked before ``refresh()`` or a change of ``query``: loading is an explicit step (S0-15).
/// - Note: Releasing it cancels its load. On a server that pages by number and tells no total, rows that somebody else
///   deletes between two pages shift others past the page that is asked for next; a refresh brings those.
///
/// Runs on the main actor.
@MainActor @Observable
public final class Pager<Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable> {
  /// What the list is about. Writing another value asks for its first page after the debounce; an equal one does nothing.
  public var query: Query {
    get { machine.query }
    set { if newValue != machine.query { ask(newValue) } }
  }

  /// The rows, each identity once.
  public var rows: [Item] { machine.rows }

  /// How far the list is.
  public var state: PagerState { machine.state }

  /// How many rows the server has in all, if it says so; never less than there are ``rows``.
  ///
  /// Deletes and inserts by hand change it (S1-08).
  public var total: Int? { machine.total }

  /// Where the newest page came from.
  public var origin: Origin { machine.origin }

  /// What went wrong while rows were on screen, until somebody takes its toast.
  public var notice: Failure? { machine.notice }

  /// Whether an answer is awaited.
  public var isLoading: Bool { machine.state.isLoading }

  /// Whether the list ended because the server gave the same rows page after page, and not because all are here.
  ///
  /// A fault of the server that is worth a report. A refresh begins anew.
  public var endedByRepeats: Bool { machine.endedByRepeats }

  /// When the server last answered a refresh. A failure, a further page and saved rows do not move it (L5-09).
  public internal(set) var lastRefreshed: Date?

  /// How many rows before the last one the next page is asked for (W37). Default 5.
  @ObservationIgnored public var prefetchDistance = 5

  typealias Source = (Query, PageRequest, (Delivery<Page<Item>>) -> Void) async throws -> Void
  typealias Machine = PagerStateMachine<Query, Item>

  var machine: Machine
  @ObservationIgnored let wording: Wording
  @ObservationIgnored let failureStyle: Outcome.FailureStyle
  /// The position before which rows that come on screen ask for nothing: one automatic load per page.
  @ObservationIgnored var askedAt: Int?
  /// The edits that are being made by ``optimistically(_:commit:)``.
  @ObservationIgnored var ticket: Int?
  @ObservationIgnored var tickets = 0
  @ObservationIgnored var followers: [TaskSlot] = []
  @ObservationIgnored private let pause: () -> (() async throws -> Void)?
  @ObservationIgnored private let isBlank: (Query) -> Bool
  @ObservationIgnored private let now: () -> Date
  @ObservationIgnored private let source: Source
  @ObservationIgnored private let slot = TaskSlot()

  /// Makes a list whose pages come once, from the server.
  ///
  /// - Parameters:
  ///   - query: What the list is about at first.
  ///   - size: Rows per page, 1 to 1,000,000; what is beyond is taken as the nearest of them. Default 20.
  ///   - debounce: How long a new query waits for a newer one. Default: not at all.
  ///   - clock: What measures the debounce. Default: the continuous clock.
  ///   - isBlank: Whether a query asks nobody and shows no rows. Default: none is.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - now: The time of day, for ``lastRefreshed``. Default: the system's.
  ///   - load: Asks for one page.
  public convenience init(
    _ query: Query, size: Int = 20, debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
    isBlank: @escaping (Query) -> Bool = { _ in false }, wording: Wording = .english,
    failureStyle: Outcome.FailureStyle = .toast, now: @escaping () -> Date = { Date() },
    load: @escaping (Query, PageRequest) async throws -> Page<Item>
  ) {
    self.init(query, size, Self.pause(debounce, clock), isBlank, wording, failureStyle, now) { query, page, arrived in
      arrived(Delivery(try await load(query, page), from: .network))
    }
  }

  /// Makes a list whose pages may come twice: saved rows, then the server's (W7).
  ///
  /// - Parameters:
  ///   - query: What the list is about at first.
  ///   - size: Rows per page, 1 to 1,000,000; what is beyond is taken as the nearest of them. Default 20.
  ///   - debounce: How long a new query waits for a newer one. Default: not at all.
  ///   - clock: What measures the debounce. Default: the continuous clock.
  ///   - isBlank: Whether a query asks nobody and shows no rows. Default: none is.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - now: The time of day, for ``lastRefreshed``. Default: the system's.
  ///   - deliveries: Asks for one page.
  public convenience init(
    _ query: Query, size: Int = 20, debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
    isBlank: @escaping (Query) -> Bool = { _ in false }, wording: Wording = .english,
    failureStyle: Outcome.FailureStyle = .toast, now: @escaping () -> Date = { Date() },
    deliveries: @escaping (Query, PageRequest) -> Deliveries<Page<Item>>
  ) {
    self.init(query, size, Self.pause(debounce, clock), isBlank, wording, failureStyle, now) { query, page, arrived in
      for try await delivery in deliveries(query, page).withRepeats { arrived(delivery) }
    }
  }

  private init(
    _ query: Query, _ size: Int, _ pause: @escaping () -> (() async throws -> Void)?,
    _ isBlank: @escaping (Query) -> Bool, _ wording: Wording, _ failureStyle: Outcome.FailureStyle,
    _ now: @escaping () -> Date, source: @escaping Source
  ) {
    self.machine = PagerStateMachine(query, size: min(max(size, 1), 1_000_000))
    self.pause = pause
    self.isBlank = isBlank
    self.wording = wording
    self.failureStyle = failureStyle
    self.now = now
    self.source = source
  }

  // MARK: - Loading

  /// Asks for the first page again, as ``refresh(_:)`` does with ``PagerExtent/firstPage``.
  public func refresh() async { await refresh(.firstPage) }

  /// Asks again, and returns when that load has ended, also if something newer superseded it.
  ///
  /// Cancelling the caller does not cancel the load: the screen that shows it is still there.
  ///
  /// - Parameter extent: The first page, for a pull; all pages that are here, for coming back to the screen.
  public func refresh(_ extent: PagerExtent) async {
    guard !isBlank(query) else { return reset() }
    await run(machine.refresh(extent)).value
  }

  /// Asks for the next page, unless something is loading or all is here.
  public func loadMore() {
    if let load = machine.loadMore() { run(load) }
  }

  /// Asks again for what failed: the next page, or else the first.
  public func retry() {
    guard !isBlank(query) else { return reset() }
    run(machine.retry())
  }

  /// Forgets the rows and cancels what is under way; the query stays.
  public func reset() { reset(to: query) }

  /// Returns when nothing is under way, the debounce included. For tests and for what comes after a load.
  public func settled() async { await slot.finished() }

  private func reset(to query: Query) {
    slot.cancel()
    askedAt = nil
    machine.reset(to: query)
  }

  private func ask(_ query: Query) {
    guard !isBlank(query) else { return reset(to: query) }
    run(machine.ask(query), after: pause())
  }

  @discardableResult private func run(
    _ load: Machine.Load, after pause: (() async throws -> Void)? = nil
  ) -> Task<Void, Never> {
    if load.page.isFirst { askedAt = nil }
    return slot.run { [weak self, source] _ in
      var next: Machine.Load? = load
      var pause = pause
      while let load = next {
        do {
          try await pause?()
          pause = nil
          try await source(load.query, load.page) { self?.machine.arrived($0, for: load.number) }
          next = self?.ended(nil, load)
        } catch {
          next = self?.ended(Failure(error), load)
        }
      }
    }
  }

  private func ended(_ failure: Failure?, _ load: Machine.Load) -> Machine.Load? {
    let refreshes = machine.refreshes
    defer { if machine.refreshes > refreshes { lastRefreshed = now() } }
    return machine.ended(failure, for: load.number)
  }

  /// Fixes the end of the wait where the event happens, so that a manual clock never waits for a task to begin.
  private static func pause(_ duration: Duration, _ clock: any Clock<Duration>) -> () -> (() async throws -> Void)? {
    func from<C: Clock<Duration>>(_ clock: C) -> () async throws -> Void {
      let end = clock.now.advanced(by: duration)
      return { try await clock.sleep(until: end, tolerance: nil) }
    }
    return { duration > .zero ? from(clock) : nil }
  }
}
