// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// What a screen does with the end of a load: the outcome ladder (S0-30, S1-13) as a pure function.
///
/// Models use it to compute their ``StatePage`` and toast; call it yourself for a screen with a model of its own.
///
/// ```swift
/// Outcome.of(Failure(.offline), hasRows: true) == .toast(Failure(.offline))     // rows stay, a toast says why
/// ```
///
/// Safe to use from any task.
public enum Outcome: Hashable, Sendable {
  /// The rows stand.
  case rows
  /// Nothing to show, and nothing went wrong.
  case emptyPage
  /// No connection, and no rows to show instead.
  case offlinePage
  /// Loading failed, and there are no rows to show instead.
  case failurePage(Failure)
  /// The user must sign in, whatever is on screen.
  case signIn
  /// The rows stay; a short text says what failed.
  case toast(Failure)
  /// Nothing changes on screen.
  case silent

  /// How a failure is told while rows are on screen (decision 5).
  public enum FailureStyle: Hashable, Sendable {
    /// By a toast.
    case toast
    /// Not at all, as the predecessors did (S1-13 d).
    case silent
  }

  /// Decides, in the ladder's order.
  ///
  /// - Parameters:
  ///   - failure: What went wrong, or `nil` for a success.
  ///   - hasRows: Whether rows are on screen after the load.
  ///   - style: How a failure is told while rows are on screen. Default ``FailureStyle/toast``.
  public static func of(_ failure: Failure?, hasRows: Bool, style: FailureStyle = .toast) -> Outcome {
    guard let failure else { return hasRows ? .rows : .emptyPage }
    if failure.kind == .cancelled { return .silent }
    if failure.kind == .offline, !hasRows { return .offlinePage }
    if failure.kind == .signedOut { return .signIn }
    guard failure.notifies else { return .silent }
    if !hasRows { return .failurePage(failure) }
    return style == .toast ? .toast(failure) : .silent
  }
}
