// Part of Strata.
// SPDX-License-Identifier: MIT

extension Parser {
  /// Reads a string whose opening quote is at `position`, checking escapes and UTF-8.
  mutating func string(isKey: Bool) throws(SyntaxFault) {
    let start = position
    var isEscaped = false
    position += 1
    while true {
      skipPlain()
      guard position < end else { throw fault(.ended) }
      let byte = bytes[position]
      if byte == Byte.quote { break }
      if byte == Byte.backslash {
        isEscaped = true
        try escape()
      } else if byte < 0x20 {
        throw fault(.control)
      } else {
        try scalar()
      }
    }
    tape.append(UInt32(start) | (isEscaped ? Tape.escaped : 0))
    if !isKey { tape.append(UInt32(position - start - 1)) }
    position += 1
  }

  /// Skips what needs no look: ASCII that is no quote, no backslash and no control; eight bytes at a time.
  @inline(__always) private mutating func skipPlain() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= end {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(Byte.quote))
      let slashes = word ^ (ones &* UInt64(Byte.backslash))
      // NB: the lowest set bit is exact; a borrow can only spoil bytes above a true hit.
      let hits =
        (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes) | ((word &- (ones &* 0x20)) & ~word) | word)
        & tops
      if hits != 0 {
        position += hits.trailingZeroBitCount / 8
        return
      }
      position += 8
    }
    while position < end {
      let byte = bytes[position]
      if byte == Byte.quote || byte == Byte.backslash || byte < 0x20 || byte >= 0x80 { return }
      position += 1
    }
  }

  private mutating func escape() throws(SyntaxFault) {
    guard position + 1 < end else { throw SyntaxFault(reason: .ended, offset: end) }
    switch bytes[position + 1] {
    case Byte.quote, Byte.backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      for index in 2..<6 {
        guard position + index < end else { throw SyntaxFault(reason: .ended, offset: end) }
        guard Escapes.hexDigit(bytes[position + index]) != nil else { throw fault(.escape) }
      }
      position += 6
    default:
      throw fault(.escape)
    }
  }

  /// Reads a character of two to four bytes: no overlong form, no surrogate, nothing above U+10FFFF (RFC 3629).
  private mutating func scalar() throws(SyntaxFault) {
    let lead = bytes[position]
    let length: Int
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if lead == 0xE0 { lowest = 0xA0 }
      if lead == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      length = 4
      if lead == 0xF0 { lowest = 0x90 }
      if lead == 0xF4 { highest = 0x8F }
    default: throw fault(.encoding)
    }
    guard position + length <= end else { throw fault(.ended) }
    guard (lowest...highest).contains(bytes[position + 1]) else { throw fault(.encoding) }
    for index in 2..<max(length, 2) {
      guard bytes[position + index] & 0xC0 == 0x80 else { throw fault(.encoding) }
    }
    position += length
  }
}

/// What a backslash means.
enum Escapes {
  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Resolves the escapes of a checked string; a surrogate without its partner becomes U+FFFD.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> (text: String, hasLoneSurrogate: Bool) {
    var isLone = false
    let text = String(unsafeUninitializedCapacity: bytes.count) { output in
      var from = 0
      var to = 0
      while from < bytes.count {
        guard bytes[from] == Byte.backslash else {
          output[to] = bytes[from]
          from += 1
          to += 1
          continue
        }
        let scalar = unescape(bytes, &from)
        isLone = isLone || scalar == nil
        for byte in String(scalar ?? "\u{FFFD}").utf8 {
          output[to] = byte
          to += 1
        }
      }
      return to
    }
    return (text, isLone)
  }

  /// The character of the escape at `from`, which moves behind it; `nil` for a surrogate without its partner.
  private static func unescape(_ bytes: UnsafeBufferPointer<UInt8>, _ from: inout Int) -> Unicode.Scalar? {
    let letter = bytes[from + 1]
    from += 2
    switch letter {
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return Unicode.Scalar(letter)
    }
    let first = unit(bytes, from)
    from += 4
    guard (0xD800...0xDBFF).contains(first), from + 5 < bytes.count, bytes[from] == Byte.backslash,
      bytes[from + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(first) }
    let second = unit(bytes, from + 2)
    guard (0xDC00...0xDFFF).contains(second) else { return nil }
    from += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 << 4 | (hexDigit(bytes[from + $1]) ?? 0) }
  }
}
