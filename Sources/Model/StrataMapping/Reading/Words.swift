// Part of Strata.
// SPDX-License-Identifier: MIT

/// Words that servers write for something else, compared without case and without making a string.
enum Words {
  static func bool(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    let yes: [StaticString] = ["true", "1", "yes", "on", "y", "t"]
    let no: [StaticString] = ["false", "0", "no", "off", "n", "f"]
    if yes.contains(where: { matches(bytes, $0) }) { return true }
    return no.contains { matches(bytes, $0) } ? false : nil
  }

  static func isNull(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let words: [StaticString] = ["null", "nil", "(null)", "<null>"]
    return words.contains { matches(bytes, $0) }
  }

  private static func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard (byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) == word.utf8Start[index] else { return false }
    }
    return true
  }
}

/// A text that is a number, as people and servers write them: blanks around it, a plus, zeros in front.
enum NumberText {
  /// Calls `body` with the number that the bytes are, whole; `nil` if they are none. The number is good for the call.
  static func with<Value>(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (Number) throws -> Value) rethrows -> Value? {
    var (start, end) = (0, bytes.count)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    let isNegative = start < end && bytes[start] == Byte.minus
    if isNegative || (start < end && bytes[start] == Byte.plus) { start += 1 }
    while start + 1 < end, bytes[start] == Byte.zero, bytes[start + 1] &- Byte.zero <= 9 { start += 1 }
    guard let base = bytes.baseAddress, start < end, bytes[start] &- Byte.zero <= 9,
      NumberScan.end(of: base, from: start, limit: end) == (end, true)
    else { return nil }
    var number = Number(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    if isNegative { number.negate() }
    return try body(number)
  }

  static func with<Value>(_ text: String, _ body: (Number) throws -> Value) rethrows -> Value? {
    var text = text
    return try text.withUTF8 { try with($0, body) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
}
