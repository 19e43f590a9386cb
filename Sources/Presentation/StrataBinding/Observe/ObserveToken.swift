// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Synchronization

/// Keeps one binding alive: releasing or cancelling it ends the binding.
///
/// Put it into a ``TokenBag`` or a property. Safe to use and release from any thread:
/// nothing is applied any more and nothing stays registered. What the binding's closures
/// hold is released at once on the main actor, and in its next turn from elsewhere.
public final class ObserveToken: Sendable {
  private let region: Region
  /// Whether a bag keeps the binding now.
  private let isHandedOver = Atomic(false)

  @MainActor @usableFromInline init(_ region: Region) {
    self.region = region
    UpdateLoop.main.begin(region)
  }

  deinit { if !isHandedOver.load(ordering: .relaxed) { cancel() } }

  /// Ends the binding: nothing is applied any more. Again is fine.
  public func cancel() { region.end(in: .main) }

  /// Hands the binding to a bag, which keeps it from now on.
  public func store(in bag: TokenBag) { bag.insert(self) }

  /// Gives up the binding to a new keeper.
  func handOver() -> Region {
    isHandedOver.store(true, ordering: .relaxed)
    return region
  }
}
