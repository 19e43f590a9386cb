// Part of Strata.
// SPDX-License-Identifier: MIT

public import Observation
public import StrataContract

/// One value that loads: what was saved first, then what the server says, with every state on screen.
///
/// The counterpart of ``Pager`` for a screen that shows one thing, such as a detail page.
///
/// ```swift
/// let book = Loader(initial: row) { service.book(row.id) }
/// await book.load()
/// ```
///
/// A failure keeps the value that is on screen and gives a toast; without a value it gives a page (S0-30).
/// A newer load supersedes the older one, whose late answer changes nothing.
/// Runs on the main actor. Releasing it cancels its load.
@MainActor @Observable public final class Loader<Value: Equatable & Sendable>: StatePresenting, Refreshing {
  /// How far the load is.
  public private(set) var state: LoadState<Value>

  /// What went wrong last while a value was on screen, until somebody takes its toast.
  public private(set) var notice: Failure?

  @ObservationIgnored private let source: () -> Deliveries<Value>
  @ObservationIgnored private let wording: Wording
  @ObservationIgnored private let slot = TaskSlot()

  /// Makes a loader; nothing is asked before ``load()``.
  ///
  /// - Parameters:
  ///   - initial: A value that is known already. Default `nil`.
  ///   - wording: The texts of pages and toasts. Default ``Wording/english``.
  ///   - deliveries: Asks for the value.
  public init(
    initial: Value? = nil, wording: Wording = .english, deliveries: @escaping () -> Deliveries<Value>
  ) {
    self.state = initial.map { .loaded($0, from: .cache) } ?? .idle
    self.wording = wording
    self.source = deliveries
  }

  /// The value to be shown, if there is one.
  public var value: Value? { state.value }

  /// Asks, and returns when the load has ended. Cancelling the caller does not cancel the load.
  public func load() async { await start().value }

  /// Asks again, as ``load()`` does.
  public func refresh() async { await load() }

  /// Whether an answer is awaited.
  public var isLoading: Bool { state.isLoading }

  /// Asks again and does not wait.
  public func retry() { start() }

  /// Returns when no load is under way.
  public func settled() async { await slot.finished() }

  @discardableResult private func start() -> Task<Void, Never> {
    state = .loading(value)
    notice = nil
    return slot.run { [weak self, source] turn in
      do {
        for try await delivery in source().withRepeats {
          guard turn.isCurrent else { return }
          self?.state = .loaded(delivery.value, from: delivery.origin)
        }
        guard turn.isCurrent, let self, state.isLoading else { return }
        state = quietState  // NB: the source ended without a value.
      } catch {
        guard turn.isCurrent else { return }
        self?.ended(Failure(error))
      }
    }
  }

  /// What a load that brought nothing falls back to.
  private var quietState: LoadState<Value> { value.map { .loaded($0, from: .cache) } ?? .idle }

  private func ended(_ failure: Failure) {
    guard failure.kind != .cancelled else {
      state = quietState
      return
    }
    if value != nil { notice = failure }
    state = .failed(failure, value)
  }

  // MARK: - StatePresenting

  /// The value, a spinner, or what the outcome ladder says.
  public var page: StatePage {
    if value != nil { return .content }
    switch state {
    case .loading: return .loading
    case .failed(let failure, _):
      return .message(wording.message(for: .of(failure, hasRows: false)) ?? wording.silentMessage)
    case .idle, .loaded: return .content
    }
  }

  /// A text that says why the value on screen may be old, or `nil`.
  public var toast: String? { notice.flatMap { wording.toast(for: $0, style: .toast) } }

  /// Hands the toast out and forgets it.
  public func takeToast() -> String? {
    defer { if notice != nil { notice = nil } }
    return toast
  }
}
