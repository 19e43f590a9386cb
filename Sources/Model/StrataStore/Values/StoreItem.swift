// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A saved value with its key and its dates.
public struct StoreItem<Value> {
  /// The key, in Unicode normalization form C.
  public let key: String
  /// The value.
  public let value: Value
  /// When the key was first written.
  public let created: Date
  /// When the key was last written.
  public let modified: Date
}

extension StoreItem: Sendable where Value: Sendable {}
extension StoreItem: Equatable where Value: Equatable {}
extension StoreItem: Identifiable {
  /// The key.
  public var id: String { key }
}
