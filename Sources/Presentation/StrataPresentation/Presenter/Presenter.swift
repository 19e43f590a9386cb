// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// A screen's work in the style of MVP: it hears what the user does, asks the model, and tells a view by a typed protocol.
///
/// For shallow screens with a view that already exists; where state outlives a call, an `@Observable` model is shorter.
/// The view's protocol has one function per outcome, and knows no toolkit (S0-11 to S0-17).
///
/// ```swift
/// @MainActor protocol MeViewing: AnyObject { func show(_ name: String); func show(_ failure: Failure) }
///
/// @MainActor final class MePresenter: Presenter {
///   weak var view: (any MeViewing)?
///   let work = PresenterWork()
///   let service: any AccountReading
///   init(service: any AccountReading) { self.service = service }
///
///   func load() {
///     ask("account") { [service] in try await service.account() } tell: { view, result in
///       switch result {
///       case .success(let account): view.show(account.name)
///       case .failure(let failure): view.show(failure)
///       }
///     }
///   }
/// }
/// ```
///
/// The view owns the presenter, the presenter never the view: both go with their screen, also while a request runs.
///
/// - Important: Declare `view` as `weak`; no type can ask for it. `expectReleased` in the presenter's test does.
/// - Note: Nothing loads by itself: the screen calls ``load()`` when it is on screen (S0-15).
///
/// Runs on the main actor.
@MainActor public protocol Presenter: AnyObject {
  /// What the presenter tells, normally `any SomethingViewing`.
  associatedtype View

  /// Who is told. `nil` before the view is there and after it went.
  var view: View? { get set }

  /// What runs for the presenter; a `let` that goes with it.
  var work: PresenterWork { get }

  /// Begins to load what the view shows first.
  func load()
}

extension Presenter {
  /// Asks a model, and tells the view how it ended; one call for success and failure (S0-25).
  ///
  /// A newer ask with the same key cancels the older, whose late answer is nobody's. A cancellation is told to nobody
  /// (S1-13), nor is anything told once the presenter or its view is gone. The view is read when the answer is there.
  ///
  /// - Parameters:
  ///   - key: Which question it is.
  ///   - question: Asks. Captures services and values, not the presenter.
  ///   - tell: Tells the view, which is given to it so that nothing else has to be captured.
  public func ask<Value>(
    _ key: some Hashable & Sendable, _ question: @escaping @MainActor () async throws -> Value,
    tell: @escaping @MainActor (View, Result<Value, Failure>) -> Void
  ) {
    work.run(key) { [weak self] in
      let result: Result<Value, Failure>
      do {
        result = .success(try await question())
      } catch {
        result = .failure(Failure(error))
      }
      return {
        if case .failure(let failure) = result, failure.kind == .cancelled { return }
        if let view = self?.view { tell(view, result) }
      }
    }
  }
}
