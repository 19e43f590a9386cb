// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataContract

/// The query of a list that is about nothing in particular: all addresses, all orders.
///
/// Safe to use from any task.
public struct Everything: Hashable, Sendable {
  /// Makes it.
  public init() {}
}

extension Pager where Query == Everything {
  /// Makes a list without a query, whose pages come once, from the server.
  ///
  /// ```swift
  /// let orders = Pager(load: service.orders)
  /// ```
  ///
  /// - Parameters:
  ///   - size: Rows per page, at least 1. Default 20.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - now: The time of day, for ``lastRefreshed``. Default: the system's.
  ///   - load: Asks for one page.
  public convenience init(
    size: Int = 20, wording: Wording = .english, failureStyle: Outcome.FailureStyle = .toast,
    now: @escaping () -> Date = { Date() }, load: @escaping (PageRequest) async throws -> Page<Item>
  ) {
    self.init(
      Everything(), size: size, wording: wording, failureStyle: failureStyle, now: now,
      load: { _, page in try await load(page) })
  }

  /// Makes a list without a query, whose pages may come twice: saved rows, then the server's (W7).
  ///
  /// - Parameters:
  ///   - size: Rows per page, at least 1. Default 20.
  ///   - wording: The texts of pages, footer and toasts. Default ``Wording/english``.
  ///   - failureStyle: How a failure is told while rows are on screen. Default: a toast.
  ///   - now: The time of day, for ``lastRefreshed``. Default: the system's.
  ///   - deliveries: Asks for one page.
  public convenience init(
    size: Int = 20, wording: Wording = .english, failureStyle: Outcome.FailureStyle = .toast,
    now: @escaping () -> Date = { Date() }, deliveries: @escaping (PageRequest) -> Deliveries<Page<Item>>
  ) {
    self.init(
      Everything(), size: size, wording: wording, failureStyle: failureStyle, now: now,
      deliveries: { _, page in deliveries(page) })
  }
}
