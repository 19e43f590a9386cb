// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A value with its key and its dates.
///
/// Reach for it where a screen shows when something was saved; else read the value alone.
/// `created` is the first write, `modified` the last one (L3-07 kept only the last).
/// Safe to use from any task.
public struct StoreItem<Key: StoreKey, Value: Sendable>: Sendable {
  /// The key.
  public let key: Key
  /// The value.
  public let value: Value
  /// When the key was first written, by the store's clock.
  public let created: Date
  /// When the key was last written, by the store's clock.
  public let modified: Date
  /// When the value stops to count; `nil` means never.
  public let expires: Date?
}

extension StoreItem: Equatable where Value: Equatable {}
extension StoreItem: Hashable where Value: Hashable {}
extension StoreItem: Identifiable {
  /// The key.
  public var id: Key { key }
}
