// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// The grammar of a number (RFC 8259 section 6).
enum NumberScan {
  /// Where the number that begins at `from` ends, or where it breaks the grammar.
  static func end(of bytes: UnsafePointer<UInt8>, from: Int, limit: Int) -> (position: Int, isValid: Bool) {
    var position = from
    if bytes[position] == Byte.minus { position += 1 }
    guard position < limit else { return (position, false) }
    if bytes[position] == Byte.zero {
      position += 1
    } else if !digits(bytes, &position, limit) {
      return (position, false)
    }
    if position < limit, bytes[position] == Byte.point {
      position += 1
      guard digits(bytes, &position, limit) else { return (position, false) }
    }
    if position < limit, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < limit, bytes[position] == Byte.plus || bytes[position] == Byte.minus { position += 1 }
      guard digits(bytes, &position, limit) else { return (position, false) }
    }
    return (position, true)
  }

  /// Skips digits; false if there is none.
  @inline(__always)
  private static func digits(_ bytes: UnsafePointer<UInt8>, _ position: inout Int, _ limit: Int) -> Bool {
    let start = position
    while position < limit, bytes[position] >= Byte.zero, bytes[position] <= Byte.nine { position += 1 }
    return position > start
  }
}

/// A checked number as digits and a power of ten, so that nothing is rounded before somebody asks for it.
struct Number {
  /// The significant digits, as many as fit.
  private(set) var digits: UInt64 = 0
  private(set) var isNegative = false
  /// The power of ten that the digits are multiplied with.
  private(set) var exponent = 0
  /// Whether all significant digits fit.
  private(set) var isWhole = true
  /// How many significant digits there are.
  private(set) var significantDigits = 0
  /// How many bytes the number has.
  private(set) var length = 0
  private let start: UnsafePointer<UInt8>?

  /// Reads the number at the start of the bytes, which must be one.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    start = bytes.baseAddress
    var position = 0
    if bytes.count > 0, bytes[0] == Byte.minus {
      isNegative = true
      position = 1
    }
    while position < bytes.count, bytes[position] &- Byte.zero <= 9 {
      add(bytes[position] &- Byte.zero, isFraction: false)
      position += 1
    }
    if position < bytes.count, bytes[position] == Byte.point {
      position += 1
      while position < bytes.count, bytes[position] &- Byte.zero <= 9 {
        add(bytes[position] &- Byte.zero, isFraction: true)
        position += 1
      }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      readExponent(bytes, &position)
    }
    length = position
  }

  @inline(__always) private mutating func add(_ digit: UInt8, isFraction: Bool) {
    if digits < 1_000_000_000_000_000_000 || !isFull(digit) {
      digits = digits &* 10 &+ UInt64(digit)
      if significantDigits > 0 || digit > 0 { significantDigits += 1 }
      if isFraction { exponent -= 1 }
    } else {
      skip(digit, isFraction: isFraction)
    }
  }

  /// Whether another digit does not fit any more.
  private func isFull(_ digit: UInt8) -> Bool {
    guard isWhole else { return true }
    let (high, overflow) = digits.multipliedReportingOverflow(by: 10)
    return overflow || high.addingReportingOverflow(UInt64(digit)).overflow
  }

  private mutating func skip(_ digit: UInt8, isFraction: Bool) {
    significantDigits += 1
    isWhole = false
    if !isFraction { exponent += 1 }
  }

  private mutating func readExponent(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) {
    var isDown = false
    if position < bytes.count, bytes[position] == Byte.plus || bytes[position] == Byte.minus {
      isDown = bytes[position] == Byte.minus
      position += 1
    }
    var power = 0
    while position < bytes.count, bytes[position] &- Byte.zero <= 9 {
      // NB: capped far beyond every type's range, so that no exponent overflows.
      power = min(power * 10 + Int(bytes[position] &- Byte.zero), 1_000_000_000_000)
      position += 1
    }
    exponent += isDown ? -power : power
  }

  /// The text of the number.
  var text: String {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
    return isNegative && !text.hasPrefix("-") ? "-" + text : text
  }

  /// Takes a minus into account that stands apart from the digits.
  mutating func negate() { isNegative.toggle() }
}

extension Number {
  /// The number as an integer, only if it is exactly one and fits: 1.0 and 1e2 are, 1.5 is not.
  @inline(__always) func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    guard exponent == 0, isWhole else { return scaledInteger() }
    if !isNegative { return Value(exactly: digits) }
    guard digits <= UInt64(1) << 63 else { return scaledInteger() }
    return Value(exactly: Int64(truncatingIfNeeded: 0 &- digits))
  }

  private func scaledInteger<Value: FixedWidthInteger>() -> Value? {
    if digits == 0, isWhole { return 0 }
    let text = Array(self.text.drop { $0 == "-" }.utf8)
    let end = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
    let fraction = text[..<end].firstIndex(of: Byte.point).map { end - $0 - 1 } ?? 0
    var all = text[..<end].filter { $0 != Byte.point }.drop { $0 == Byte.zero }
    var power = powerOfLastDigit(fraction, text[end...])
    while power < 0, all.last == Byte.zero {
      all.removeLast()
      power += 1
    }
    guard power >= 0, all.count + power <= 40 else { return nil }
    let digits = String(decoding: all, as: UTF8.self) + String(repeating: "0", count: power)
    return Value((isNegative ? "-" : "") + digits)
  }

  /// The power of ten of the last digit that is written.
  private func powerOfLastDigit(_ fraction: Int, _ tail: ArraySlice<UInt8>) -> Int {
    var power = 0
    for byte in tail where byte &- Byte.zero <= 9 {
      power = min(power * 10 + Int(byte - Byte.zero), 1_000_000_000_000)
    }
    return (tail.contains(Byte.minus) ? -power : power) - fraction
  }

  /// The nearest double; `nil` if it is out of range.
  @inline(__always) var double: Double? {
    guard isWhole, digits <= 1 << 53, exponent >= -22, exponent <= 22 else { return parsedDouble }
    // Both factors are exact, so the one rounding of the product is the right one (Clinger).
    let value = exponent < 0 ? Double(digits) / Self.powers[-exponent] : Double(digits) * Self.powers[exponent]
    return isNegative ? -value : value
  }

  private var parsedDouble: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The nearest float; `nil` if it is out of range.
  var float: Float? {
    guard let value = Float(text), value.isFinite else { return nil }
    return value
  }

  /// The number as a decimal, only if all its digits fit: 38 of them, and a power of ten from -128 to 127.
  var decimal: Decimal? {
    if isWhole, (-128...127).contains(exponent) {
      return Decimal(sign: isNegative && digits > 0 ? .minus : .plus, exponent: exponent, significand: Decimal(digits))
    }
    if isWhole, digits == 0 { return 0 }
    return longDecimal
  }

  private var longDecimal: Decimal? {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter { $0.isNumber }.drop { $0 == "0" }
    let zeros = digits.reversed().prefix { $0 == "0" }.count
    guard digits.count - zeros <= 38, let value = Decimal(string: text, locale: nil), value.isFinite else { return nil }
    return value.isZero ? nil : value
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
