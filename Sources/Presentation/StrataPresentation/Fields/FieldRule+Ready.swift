// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// A value that can be empty, as ``FieldRule/required`` means it.
public protocol Blankable {
  /// Whether there is nothing in it that a person would see.
  var isBlank: Bool { get }
}

extension String: Blankable {
  /// Whether it is empty, or white space alone.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension Optional: Blankable {
  /// Whether it is `nil`.
  public var isBlank: Bool { self == nil }
}

extension FieldRule where Value: Blankable {
  /// Something must be there: text other than white space, or a choice.
  public static var required: FieldRule { FieldRule(isRequired: true) { $0.isBlank ? .missing : nil } }
}

extension FieldRule where Value: Equatable {
  /// The value must be another field's.
  ///
  /// - Parameters:
  ///   - other: The other field.
  ///   - message: What is said if it differs.
  @MainActor public static func same(as other: Field<Value>, or message: String) -> FieldRule {
    FieldRule { $0 == other.value ? nil : .said(message) }
  }
}

/// All but ``FieldRule/required`` let an empty text pass, so that an optional field may stay empty.
extension FieldRule where Value == String {
  /// So many characters, white space around them aside.
  ///
  /// - Parameter limits: How many, such as `2...40`, `8...` or `...40`.
  public static func length(_ limits: some RangeExpression<Int> & Sendable) -> FieldRule {
    let range = limits.relative(to: 0..<Int.max)
    return text { text in
      if text.count < range.lowerBound { return .tooShort(range.lowerBound) }
      return range.contains(text.count) ? nil : .tooLong(range.upperBound - 1)
    }
  }

  /// So many digits, 0 to 9, such as a postcode.
  public static func digits(_ count: Int) -> FieldRule {
    text { $0.count == count && $0.allSatisfy(\.isDecimalDigit) ? nil : .notDigits(count) }
  }

  /// The form of an e-mail address: something, an at sign, a domain with a dot. Only a mail can tell whether it exists.
  public static var email: FieldRule {
    text { text in
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else { return .notAnEmail }
      let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      return labels.count > 1 && labels.allSatisfy { !$0.isEmpty } ? nil : .notAnEmail
    }
  }

  /// The form of a telephone number: 5 to 15 digits (E.164), with a plus in front, blanks, hyphens and brackets at will.
  public static var phone: FieldRule {
    text { text in
      let digits = text.filter(\.isDecimalDigit).count
      let rest = text.drop { $0 == "+" }.allSatisfy { $0.isDecimalDigit || " -()".contains($0) }
      return rest && !text.hasPrefix("++") && (5...15).contains(digits) ? nil : .notAPhoneNumber
    }
  }

  private static func text(_ check: @escaping @Sendable (String) -> FieldProblem?) -> FieldRule {
    FieldRule { $0.isBlank ? nil : check($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }
}

extension Character {
  /// Whether it is one of 0 to 9.
  var isDecimalDigit: Bool { ("0"..."9").contains(self) }
}
