// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// How far the loading of one value is.
///
/// ``Loader`` has one; a list has a ``Pager`` and its ``PagerState`` instead.
/// Safe to use from any task where the value is.
public enum LoadState<Value> {
  /// Nobody asked yet.
  case idle
  /// On its way. What was there before stays until the answer comes.
  case loading(Value?)
  /// Here.
  case loaded(Value, from: Origin)
  /// The load failed. What was there before stays.
  case failed(Failure, Value?)

  /// The value to be shown, if there is one.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let value), .failed(_, let value): value
    case .loaded(let value, _): value
    }
  }

  /// Whether an answer is awaited.
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// What went wrong, if the last load failed.
  public var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }
}

extension LoadState: Sendable where Value: Sendable {}
extension LoadState: Equatable where Value: Equatable {}
