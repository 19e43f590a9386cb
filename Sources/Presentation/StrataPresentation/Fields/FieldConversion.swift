// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// How a value is written as text, and read from what somebody typed.
///
/// ```swift
/// let isbn = FieldConversion<ISBN> { $0.description } read: { text throws(FieldProblem) in
///   guard let isbn = ISBN(text) else { throw .said("An ISBN has 13 digits.") }
///   return isbn
/// }
/// ```
///
/// The ready ones read the digits of every script, and refuse what they do not understand whole: "12a" is not 12.
/// Safe to use from any task.
public struct FieldConversion<Value>: Sendable {
  private let write: @Sendable (Value) -> String
  private let read: @Sendable (String) throws(FieldProblem) -> Value

  /// Makes a conversion.
  ///
  /// - Parameters:
  ///   - write: Makes the text of a value.
  ///   - read: Makes a value of a text, or throws what is wrong with it.
  public init(
    _ write: @escaping @Sendable (Value) -> String, read: @escaping @Sendable (String) throws(FieldProblem) -> Value
  ) {
    self.write = write
    self.read = read
  }

  /// The text of a value.
  public func text(_ value: Value) -> String { write(value) }

  /// The value of a text.
  ///
  /// - Throws: What is wrong with it.
  public func value(of text: String) throws(FieldProblem) -> Value { try read(text) }
}

extension FieldConversion<Int> {
  /// A whole number.
  ///
  /// - Parameter limits: The least and the greatest. Default: all.
  public static func wholeNumber(in limits: ClosedRange<Int> = .min ... .max) -> FieldConversion {
    FieldConversion {
      "\($0)"
    } read: { text throws(FieldProblem) in
      guard let number = Int(text.plainNumber(separator: nil)) else { throw .notANumber }
      if number < limits.lowerBound { throw .tooSmall("\(limits.lowerBound)") }
      if number > limits.upperBound { throw .tooLarge("\(limits.upperBound)") }
      return number
    }
  }
}

extension FieldConversion<Decimal> {
  /// An exact decimal number, such as an amount of money: 8.8 stays 8.8.
  ///
  /// - Parameters:
  ///   - limits: The least and the greatest. Default: no limits.
  ///   - separator: What stands before the fraction. Default: the user's.
  public static func decimal(
    in limits: ClosedRange<Decimal>? = nil, separator: String = Locale.current.decimalSeparator ?? "."
  ) -> FieldConversion {
    let write = { @Sendable (value: Decimal) in "\(value)".replacing(".", with: separator) }
    return FieldConversion(write) { text throws(FieldProblem) in
      let plain = text.plainNumber(separator: separator)
      let parts = plain.dropFirst(plain.hasPrefix("-") ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDecimalDigit) }),
        let number = Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
      else { throw .notANumber }
      if let least = limits?.lowerBound, number < least { throw .tooSmall(write(least)) }
      if let most = limits?.upperBound, number > most { throw .tooLarge(write(most)) }
      return number
    }
  }
}

extension String {
  /// The text with the digits of any script as 0 to 9, a point before the fraction, and nothing around it.
  fileprivate func plainNumber(separator: String?) -> String {
    var text = trimmingCharacters(in: .whitespacesAndNewlines)
    if let separator, separator != "." {
      // NB: the point of another language groups thousands there; "1.000" must not become one.
      text = text.replacing(".", with: "?").replacing(separator, with: ".")
    }
    return String(text.map(\.plainDigit))
  }
}

extension Character {
  /// The digit as 0 to 9, if it is one in a system of tens; else the character as it is.
  fileprivate var plainDigit: Character {
    guard unicodeScalars.count == 1, unicodeScalars.first?.properties.numericType == .decimal,
      let digit = wholeNumberValue
    else { return self }
    return Character("\(digit)")
  }
}
