// Part of Strata.
// SPDX-License-Identifier: MIT

/// A range of keys or field values: any of Swift's own ranges.
public protocol StoreRange<Bound> {
  /// What lies in the range.
  associatedtype Bound: Comparable

  /// The two ends; `nil` where the range is open.
  var storeBounds: StoreBounds<Bound> { get }
}

/// The ends of a range. The lower one always belongs to it.
public struct StoreBounds<Bound> {
  /// The first value; `nil` means from the beginning.
  public var lower: Bound?
  /// The last value, or the first one beyond; `nil` means to the end.
  public var upper: Bound?
  /// Whether the upper value belongs to the range.
  public var includesUpper: Bool

  /// Makes bounds.
  public init(lower: Bound? = nil, upper: Bound? = nil, includesUpper: Bool = false) {
    self.lower = lower
    self.upper = upper
    self.includesUpper = includesUpper
  }
}

extension StoreBounds: Sendable where Bound: Sendable {}

extension Range: StoreRange {
  /// From the lower bound up to the upper one.
  public var storeBounds: StoreBounds<Bound> { StoreBounds(lower: lowerBound, upper: upperBound) }
}

extension ClosedRange: StoreRange {
  /// From the lower bound through the upper one.
  public var storeBounds: StoreBounds<Bound> {
    StoreBounds(lower: lowerBound, upper: upperBound, includesUpper: true)
  }
}

extension PartialRangeFrom: StoreRange {
  /// From the lower bound.
  public var storeBounds: StoreBounds<Bound> { StoreBounds(lower: lowerBound) }
}

extension PartialRangeUpTo: StoreRange {
  /// Up to the upper bound.
  public var storeBounds: StoreBounds<Bound> { StoreBounds(upper: upperBound) }
}

extension PartialRangeThrough: StoreRange {
  /// Through the upper bound.
  public var storeBounds: StoreBounds<Bound> { StoreBounds(upper: upperBound, includesUpper: true) }
}
