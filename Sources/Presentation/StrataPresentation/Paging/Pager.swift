// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// A paged list with every state that a screen shows: it owns the query, the page number, the rows and the failures.
///
/// A service gives it pages, an adapter binds a list, state pages and toasts to it, and nothing is left for the screen to decide.
/// For one value instead of rows use ``Loader``.
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
///
/// - Important: Nothing is asked before ``refresh()`` or a change of ``query``: loading is an explicit step (S0-15).
/// - Note: Releasing it cancels its load.
///
/// Runs on the main actor.
@MainActor @Observable
public final class Pager<Query: Equatable & Sendable, Item: Identifiable & Equatable & Sendable>: ListPresenting,
  StatePresenting, Refreshing
{
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
  public var total: Int? { machine.total }

  /// Where the newest page came from.
  public var origin: Origin { machine.origin }

  /// What went wrong while rows were on screen, until somebody takes its toast.
  public var notice: Failure? { machine.notice }

  /// Whether an answer is awaited.
  public var isLoading: Bool { machine.state.isLoading }

  private typealias Source = (Query, PageRequest, (Delivery<Page<Item>>) -> Void) async throws -> Void

  private var machine: PagerStateMachine<Query, Item>
  @ObservationIgnored private let pause: () -> (() async throws -> Void)?
  @ObservationIgnored private let isBlank: (Query) -> Bool
  @ObservationIgnored private let wording: Wording
  @ObservationIgnored private let failureStyle: Outcome.FailureStyle
  @ObservationIgnored private let source: Source
  @ObservationIgnored private let slot = TaskSlot()

  /// Makes a list whose pages come once, from the server.
  ///
  /// - Parameters:
  ///   - query: What the list is about at first.
  ///   - size: Rows per page, at least 1. Default 20.
  ///   - debounce: How long a new query waits for a newer one. Default: not at all.
  ///   - clock: What measures the debounce. Default: the continuous clock.
  ///   - isBlank: Whether a query asks nobody and shows no rows. Default: none is.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - load: Asks for one page.
  public convenience init(
    _ query: Query, size: Int = 20, debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
    isBlank: @escaping (Query) -> Bool = { _ in false }, wording: Wording = .english,
    failureStyle: Outcome.FailureStyle = .toast, load: @escaping (Query, PageRequest) async throws -> Page<Item>
  ) {
    self.init(query, size, Self.pause(debounce, clock), isBlank, wording, failureStyle) { query, page, arrived in
      arrived(Delivery(try await load(query, page), from: .network))
    }
  }

  /// Makes a list whose pages may come twice: saved rows, then the server's (W7).
  ///
  /// - Parameters:
  ///   - query: What the list is about at first.
  ///   - size: Rows per page, at least 1. Default 20.
  ///   - debounce: How long a new query waits for a newer one. Default: not at all.
  ///   - clock: What measures the debounce. Default: the continuous clock.
  ///   - isBlank: Whether a query asks nobody and shows no rows. Default: none is.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - deliveries: Asks for one page.
  public convenience init(
    _ query: Query, size: Int = 20, debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
    isBlank: @escaping (Query) -> Bool = { _ in false }, wording: Wording = .english,
    failureStyle: Outcome.FailureStyle = .toast,
    deliveries: @escaping (Query, PageRequest) -> Deliveries<Page<Item>>
  ) {
    self.init(query, size, Self.pause(debounce, clock), isBlank, wording, failureStyle) { query, page, arrived in
      for try await delivery in deliveries(query, page) { arrived(delivery) }
    }
  }

  private init(
    _ query: Query, _ size: Int, _ pause: @escaping () -> (() async throws -> Void)?,
    _ isBlank: @escaping (Query) -> Bool, _ wording: Wording, _ failureStyle: Outcome.FailureStyle,
    source: @escaping Source
  ) {
    self.machine = PagerStateMachine(query, size: size)
    self.pause = pause
    self.isBlank = isBlank
    self.wording = wording
    self.failureStyle = failureStyle
    self.source = source
  }

  // MARK: - Loading

  /// Asks for the first page again, and returns when that load has ended, also if something newer superseded it.
  ///
  /// Cancelling the caller does not cancel the load: the screen that shows it is still there.
  public func refresh() async {
    guard !isBlank(query) else { return reset() }
    await run(machine.refresh()).value
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
    machine.reset(to: query)
  }

  private func ask(_ query: Query) {
    guard !isBlank(query) else { return reset(to: query) }
    run(machine.ask(query), after: pause())
  }

  @discardableResult private func run(
    _ load: PagerStateMachine<Query, Item>.Load, after pause: (() async throws -> Void)? = nil
  ) -> Task<Void, Never> {
    slot.run { [weak self, source] _ in
      var next: PagerStateMachine<Query, Item>.Load? = load
      var pause = pause
      while let load = next {
        do {
          try await pause?()
          pause = nil
          try await source(load.query, load.page) { self?.machine.arrived($0, for: load.number) }
          next = self?.machine.ended(for: load.number)
        } catch {
          next = self?.machine.ended(Failure(error), for: load.number)
        }
      }
    }
  }

  /// Fixes the end of the wait where the event happens, so that a manual clock never waits for a task to begin.
  private static func pause(_ duration: Duration, _ clock: any Clock<Duration>) -> () -> (() async throws -> Void)? {
    func from<C: Clock<Duration>>(_ clock: C) -> () async throws -> Void {
      let end = clock.now.advanced(by: duration)
      return { try await clock.sleep(until: end, tolerance: nil) }
    }
    return { duration > .zero ? from(clock) : nil }
  }

  // MARK: - ListPresenting, StatePresenting

  /// Loads the next page when a row near the end comes on screen; once per page.
  public func appeared(at index: Int) {
    if canLoadMore, index >= rows.count - Self.prefetchDistance { loadMore() }
  }

  /// Whether there is a next page, and nothing is under way or failed.
  public var canLoadMore: Bool { state == .loaded }

  /// What stands below the last row.
  public var footer: ListFooter {
    switch state {
    case .loadingMore: .loading
    case .failedMore(let failure): .failed(wording.text(for: failure), action: wording.retry)
    case .exhausted where !rows.isEmpty: wording.end.map(ListFooter.end) ?? .none
    case .idle, .loadingFirst, .refreshing, .loaded, .exhausted, .failedFirst: .none
    }
  }

  /// The rows, a spinner, or what the outcome ladder says (S0-30).
  public var page: StatePage {
    if !rows.isEmpty { return .content }
    let outcome: Outcome
    switch state {
    case .idle: return .content
    case .loadingFirst, .refreshing, .loadingMore: return .loading
    case .loaded, .exhausted, .failedMore: outcome = .emptyPage
    case .failedFirst(let failure): outcome = .of(failure, hasRows: false, style: failureStyle)
    }
    return .message(wording.message(for: outcome) ?? wording.silentMessage)
  }

  /// A text that says what went wrong while rows are on screen, or `nil`.
  public var toast: String? { notice.flatMap { wording.toast(for: $0, style: failureStyle) } }

  /// Hands the toast out and forgets it.
  public func takeToast() -> String? {
    defer { if machine.notice != nil { machine.notice = nil } }
    return toast
  }

  private static var prefetchDistance: Int { 5 }
}
