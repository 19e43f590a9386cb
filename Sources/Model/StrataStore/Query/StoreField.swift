// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A type that an index can look for: text, numbers, dates, identifiers, enums of those, and optionals.
///
/// An enum with a raw value only says so: `enum Kind: String, Codable, StoreField { … }`.
public protocol StoreField {
  /// The value as JSON would hold it.
  var storeValue: StoreValue { get }

  /// Makes a value of what the file holds; `nil` if it is none.
  init?(storeValue: StoreValue)
}

extension String: StoreField {
  /// Text, compared by its UTF-8 bytes.
  public var storeValue: StoreValue { .text(self) }
  /// Reads text.
  public init?(storeValue: StoreValue) {
    guard case .text(let text) = storeValue else { return nil }
    self = text
  }
}

extension FixedWidthInteger where Self: StoreField {
  /// A whole number.
  public var storeValue: StoreValue { .integer(Int64(clamping: self)) }
  /// Reads a whole number.
  public init?(storeValue: StoreValue) {
    guard case .integer(let number) = storeValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int: StoreField {}
extension Int32: StoreField {}
extension Int64: StoreField {}

extension Double: StoreField {
  /// A floating point number; a whole one as JSON writes it.
  public var storeValue: StoreValue { Int64(exactly: self).map(StoreValue.integer) ?? .real(self) }
  /// Reads a number.
  public init?(storeValue: StoreValue) {
    switch storeValue {
    case .integer(let number): self = Double(number)
    case .real(let number): self = number
    default: return nil
    }
  }
}

extension Bool: StoreField {
  /// 1 or 0.
  public var storeValue: StoreValue { .integer(self ? 1 : 0) }
  /// Reads 1 or 0.
  public init?(storeValue: StoreValue) {
    guard case .integer(let number) = storeValue else { return nil }
    self = number != 0
  }
}

extension Date: StoreField {
  /// Seconds since 2001, as `StoreEncoding.json` writes them.
  public var storeValue: StoreValue { timeIntervalSinceReferenceDate.storeValue }
  /// Reads seconds since 2001.
  public init?(storeValue: StoreValue) {
    guard let seconds = Double(storeValue: storeValue) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension UUID: StoreField {
  /// The 36 capital characters.
  public var storeValue: StoreValue { .text(uuidString) }
  /// Reads the 36 characters.
  public init?(storeValue: StoreValue) {
    guard case .text(let text) = storeValue else { return nil }
    self.init(uuidString: text)
  }
}

extension URL: StoreField {
  /// The absolute address.
  public var storeValue: StoreValue { .text(absoluteString) }
  /// Reads an address.
  public init?(storeValue: StoreValue) {
    guard case .text(let text) = storeValue else { return nil }
    self.init(string: text)
  }
}

extension Optional: StoreField where Wrapped: StoreField {
  /// The value, or NULL.
  public var storeValue: StoreValue { self?.storeValue ?? .null }
  /// Reads the value, or NULL.
  public init?(storeValue: StoreValue) {
    if storeValue == .null {
      self = .none
    } else if let value = Wrapped(storeValue: storeValue) {
      self = .some(value)
    } else {
      return nil
    }
  }
}

extension RawRepresentable where Self: StoreField, RawValue: StoreField {
  /// The raw value.
  public var storeValue: StoreValue { rawValue.storeValue }
  /// Reads the raw value.
  public init?(storeValue: StoreValue) {
    guard let rawValue = RawValue(storeValue: storeValue) else { return nil }
    self.init(rawValue: rawValue)
  }
}
