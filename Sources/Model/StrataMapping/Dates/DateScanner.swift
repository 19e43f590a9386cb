// Part of Strata.
// SPDX-License-Identifier: MIT

/// Reads the pieces of a date from a text, byte by byte.
struct DateScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Reads a number of so many digits; `nil` if there are fewer.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var (value, count) = (0, 0)
    while count < digits.upperBound, let digit = digit() {
      value = value * 10 + digit
      count += 1
    }
    return count >= digits.lowerBound ? value : nil
  }

  mutating func number(_ digits: Int) -> Int? { number(digits...digits) }

  /// Reads a fraction of a second as nanoseconds; digits after the ninth are too small to count.
  mutating func fraction() -> Int? {
    var (value, count) = (0, 0)
    while let digit = digit() {
      if count < 9 { value = value * 10 + digit }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in min(count, 9)..<9 { value *= 10 }
    return value
  }

  private mutating func digit() -> Int? {
    guard let byte = next, byte >= Byte.zero, byte <= Byte.nine else { return nil }
    position += 1
    return Int(byte - Byte.zero)
  }

  /// Skips one of these characters; false if there is none.
  mutating func skip(_ characters: StaticString) -> Bool {
    guard let byte = next else { return false }
    for index in 0..<characters.utf8CodeUnitCount where characters.utf8Start[index] == byte {
      position += 1
      return true
    }
    return false
  }

  /// Skips a text; false if it is not there.
  mutating func skip(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  /// Reads one of these words, in any case; the place of it in the list.
  mutating func word(_ words: [String], prefix: Int? = nil) -> Int? {
    for (index, word) in words.enumerated() {
      let wanted = Array((prefix.map { String(word.prefix($0)) } ?? word).lowercased().utf8)
      let found = bytes[position...].prefix(wanted.count).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
      if found == wanted {
        position += wanted.count
        return index
      }
    }
    return nil
  }

  /// Reads an offset from UTC in seconds: `Z`, `+02`, `+0200`, `+02:00`.
  mutating func offset() -> Int? {
    if skip("Zz") { return 0 }
    let isWest = next == Byte.minus
    guard skip("+-"), let hours = number(2), hours < 24 else { return nil }
    let needsMinutes = skip(":")
    guard needsMinutes || (next.map { $0 >= Byte.zero && $0 <= Byte.nine } ?? false) else {
      return (isWest ? -1 : 1) * hours * 3_600
    }
    guard let minutes = number(2), minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}
