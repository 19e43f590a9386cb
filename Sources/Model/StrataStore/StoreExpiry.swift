// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// When a value stops to count.
///
/// A value has expired if the store's clock has reached that time, or shows a time before the value was
/// written: a clock that was set back must not make old values young. What a read finds expired is deleted.
public enum StoreExpiry: Hashable, Sendable {
  /// Never.
  case never
  /// At a time of the store's clock.
  case at(Date)
  /// So long after the write.
  case after(Duration)

  func time(from now: Double) -> Double? {
    switch self {
    case .never: nil
    case .at(let date): date.timeIntervalSince1970
    case .after(let duration): now + duration / .seconds(1)
    }
  }
}
