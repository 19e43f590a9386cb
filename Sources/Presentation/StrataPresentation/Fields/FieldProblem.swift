// Part of Strata.
// SPDX-License-Identifier: MIT

/// What is wrong with a value, before it has a text: ``FieldWording`` says it in a language.
///
/// Safe to use from any task.
public enum FieldProblem: Error, Hashable, Sendable {
  /// It must not be empty.
  case missing
  /// It has fewer characters than this.
  case tooShort(Int)
  /// It has more characters than this.
  case tooLong(Int)
  /// It is not so many digits.
  case notDigits(Int)
  /// It is no e-mail address.
  case notAnEmail
  /// It is no telephone number.
  case notAPhoneNumber
  /// It is no number.
  case notANumber
  /// It is below this limit.
  case tooSmall(String)
  /// It is above this limit.
  case tooLarge(String)
  /// Something that the app says itself.
  case said(String)
}
