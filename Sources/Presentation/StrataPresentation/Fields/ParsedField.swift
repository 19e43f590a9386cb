// Part of Strata.
// SPDX-License-Identifier: MIT

/// A value that is typed as text: a number, an amount, whatever a ``FieldConversion`` reads.
///
/// The text is kept as it was typed, also where it is no value; ``value`` is what it means.
///
/// ```swift
/// let pages = ParsedField(474, as: .wholeNumber(in: 1...9999), isRequired: true)
/// pages.input.value = "12a"       // pages.value is nil, and pages.input.problem says why
/// ```
///
/// The view and the ``FieldGroup`` get its ``input``. Runs on the main actor.
@MainActor public struct ParsedField<Value> {
  /// The text, with the rules of the conversion.
  public let input: Field<String>
  private let conversion: FieldConversion<Value>

  /// Makes a field.
  ///
  /// - Parameters:
  ///   - value: What it is at first, which counts as saved; `nil` is an empty text.
  ///   - conversion: Reads and writes the text.
  ///   - isRequired: Whether an empty text is a problem. Default `false`.
  ///   - wording: The texts of its messages. Default ``Wording/english``.
  public init(
    _ value: Value?, as conversion: FieldConversion<Value>, isRequired: Bool = false, wording: Wording = .english
  ) {
    let reads = FieldRule<String> { text in
      do throws(FieldProblem) {
        if !text.isBlank { _ = try conversion.value(of: text) }
        return nil
      } catch {
        return error
      }
    }
    let text = value.map(conversion.text) ?? ""
    input = isRequired ? Field(text, .required, reads, wording: wording) : Field(text, reads, wording: wording)
    self.conversion = conversion
  }

  /// What the text means; `nil` where it is empty or has a problem.
  public var value: Value? { input.value.isBlank ? nil : try? conversion.value(of: input.value) }

  /// Takes a value that was loaded as the saved one, as ``Field/fill(_:)`` does.
  public func fill(_ value: Value?) { input.fill(value.map(conversion.text) ?? "") }
}
