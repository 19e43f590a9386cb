// Part of Strata.
// SPDX-License-Identifier: MIT

/// A model that can be asked again for what it shows. Adapters bind a refresh button and its keys to it.
///
/// Runs on the main actor.
@MainActor public protocol Refreshing: AnyObject {
  /// Whether an answer is awaited. A refresh button waits for it.
  var isLoading: Bool { get }

  /// Asks again, and returns when the load has ended.
  func refresh() async
}
