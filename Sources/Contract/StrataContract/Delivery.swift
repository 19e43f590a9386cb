// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value, and where it came from.
public struct Delivery<Value> {
  /// The value.
  public let value: Value

  /// Where it came from.
  public let origin: Origin

  /// Makes a delivery.
  public init(_ value: Value, from origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// The same delivery with its value converted.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Delivery<Other> {
    Delivery<Other>(try transform(value), from: origin)
  }
}

/// Where a value came from: a server, or something that was saved.
public enum Origin: Hashable, Sendable {
  /// The server, just now.
  case network
  /// Saved, and the server just said that it is still right.
  case revalidated
  /// Saved, and fresh enough to be shown as it is.
  case cache
  /// Saved, and too old by its own rule: shown because nothing better could be had.
  case stale

  /// Whether the server has just vouched for it, so that a screen need not say that it was saved earlier.
  public var isFresh: Bool { self == .network || self == .revalidated }
}

extension Delivery: Sendable where Value: Sendable {}
extension Delivery: Equatable where Value: Equatable {}
extension Delivery: Hashable where Value: Hashable {}
