// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A type that JSON knows, or that we write as JSON's own: no `init(from:)`, no `encode(to:)`.
protocol Native: Readable, Encodable {
  func write(_ writer: Writer) throws
}

extension Native where Self: FixedWidthInteger {
  static func read(_ run: Run, _ spot: Spot) throws -> Self {
    try run.number(spot, "an integer of type \(Self.self)") { $0.integer() }
  }

  func write(_ writer: Writer) { writer.setNumber(String(self)) }
}

extension Int: Native {}
extension Int8: Native {}
extension Int16: Native {}
extension Int32: Native {}
extension Int64: Native {}
extension Int128: Native {}
extension UInt: Native {}
extension UInt8: Native {}
extension UInt16: Native {}
extension UInt32: Native {}
extension UInt64: Native {}
extension UInt128: Native {}

extension Double: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> Double { try run.number(spot, "a number", \.double) }
  func write(_ writer: Writer) throws { try writer.setFinite(self) }
}

extension Float: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> Float { try run.number(spot, "a number", \.float) }
  func write(_ writer: Writer) throws { try writer.setFinite(self) }
}

extension Decimal: Native {
  /// Reads a decimal from its digits, never through a double: 8.8 stays 8.8 (W30).
  static func read(_ run: Run, _ spot: Spot) throws -> Decimal { try run.number(spot, "a decimal", \.decimal) }

  func write(_ writer: Writer) throws {
    guard isFinite else { throw writer.error("JSON has no \(self)") }
    writer.setNumber(description)
  }
}

extension Bool: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> Bool {
    let document = run.document
    switch document.kind(spot.node) {
    case .bool: return document.bool(spot.node) == true
    case .number where spot.rules.repairs.contains(.numbersAsBools):
      guard let number = document.number(spot.node)?.integer(Int.self), number == 0 || number == 1 else { break }
      run.note(.numberAsBool, spot)
      return number == 1
    case .string where spot.rules.repairs.contains(.stringsAsBools):
      guard let value = Words.bool(document.content(spot.node)) else { break }
      run.note(.stringAsBool, spot)
      return value
    default: break
    }
    throw run.mismatch(spot, "a boolean")
  }

  func write(_ writer: Writer) { writer.setBool(self) }
}

extension String: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> String {
    let document = run.document
    let repairs = spot.rules.repairs
    switch document.kind(spot.node) {
    case .string:
      if let text = document.string(spot.node) { return text }
      guard repairs.contains(.loneSurrogates) else {
        throw run.error(.unreadable, spot, "half of a surrogate pair is no character (RFC 8259 section 8.2)")
      }
      run.note(.loneSurrogateReplaced, spot)
      return Escapes.text(document.content(spot.node)).text
    case .number where repairs.contains(.numbersAsStrings):
      run.note(.numberAsString, spot)
      return document.numberText(spot.node)
    case .bool where repairs.contains(.numbersAsStrings):
      run.note(.boolAsString, spot)
      return document.bool(spot.node) == true ? "true" : "false"
    default: throw run.mismatch(spot, "a string")
    }
  }

  func write(_ writer: Writer) { writer.setString(self) }
}

extension URL: Native {
  /// Reads an address: trimmed, and not empty (L4-13).
  static func read(_ run: Run, _ spot: Spot) throws -> URL {
    guard let text = run.document.string(spot.node) else { throw run.mismatch(spot, "an address in a string") }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, let url = URL(string: trimmed) else {
      throw run.error(.unreadable, spot, "the string is no address")
    }
    return url
  }

  func write(_ writer: Writer) { writer.setString(absoluteString) }
}

extension Data: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> Data {
    guard let text = run.document.string(spot.node) else { throw run.mismatch(spot, "Base64 in a string") }
    guard let data = Data(base64Encoded: text) else { throw run.error(.unreadable, spot, "the string is no Base64") }
    return data
  }

  func write(_ writer: Writer) { writer.setString(base64EncodedString()) }
}

extension Date: Native {
  static func read(_ run: Run, _ spot: Spot) throws -> Date {
    let forms = spot.rules.rules.dates
    let value = try run.dateValue(spot)
    for form in forms { if let date = form.date(value) { return date } }
    throw run.error(
      .unreadable, spot, "no date in any of these forms: \(forms.map(\.description).joined(separator: ", "))")
  }

  func write(_ writer: Writer) throws {
    guard timeIntervalSinceReferenceDate.isFinite, let form = writer.rules.rules.dates.first else {
      throw writer.error("the date is not finite, or the policy has no form for dates")
    }
    form.write(self, writer)
  }
}

extension Run {
  /// Reads a number, or what is repaired to one.
  fileprivate func number<Value>(_ spot: Spot, _ expected: String, _ make: (Number) -> Value?) throws -> Value {
    switch document.kind(spot.node) {
    case .number:
      guard let number = document.number(spot.node) else { break }
      return try make(number) ?? unfit(number, spot, expected)
    case .string where spot.rules.repairs.contains(.stringsAsNumbers):
      guard let value = try inString(spot, { try make($0) ?? unfit($0, spot, expected) }) else { break }
      note(.stringAsNumber, spot)
      return value
    case .bool where spot.rules.repairs.contains(.boolsAsNumbers):
      guard let value = NumberText.with(document.bool(spot.node) == true ? "1" : "0", make) ?? nil else {
        break
      }
      note(.boolAsNumber, spot)
      return value
    default: break
    }
    throw mismatch(spot, expected)
  }

  /// A number that the type cannot hold.
  private func unfit<Value>(_ number: Number, _ spot: Spot, _ expected: String) throws -> Value {
    let isFraction = number.double.map { $0 != $0.rounded() } ?? false
    if isFraction, expected.hasPrefix("an integer") { throw error(.mismatch, spot, "expected \(expected)") }
    throw error(.outOfRange, spot, "expected \(expected), which cannot hold this number")
  }

  private func inString<Value>(_ spot: Spot, _ body: (Number) throws -> Value) rethrows -> Value? {
    if !document.isEscaped(spot.node) { return try NumberText.with(document.content(spot.node), body) }
    return try document.string(spot.node).flatMap { try NumberText.with($0, body) }
  }

  /// What a date is made of: a number, or a string.
  fileprivate func dateValue(_ spot: Spot) throws -> MappingDateForm.Raw {
    if let number = document.number(spot.node) { return .number(number) }
    guard let text = document.string(spot.node) else { throw mismatch(spot, "a date in a string or a number") }
    return .text(text, canBeNumber: spot.rules.repairs.contains(.stringsAsNumbers))
  }
}
