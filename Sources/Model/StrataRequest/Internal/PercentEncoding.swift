// Part of Strata.
// SPDX-License-Identifier: MIT

/// Bytes that may stand in a part of a URL as they are (RFC 3986).
struct URLCharacters {
  private let allowed: [Bool]
  /// Whether `%` with two hex digits after it is kept, because the text is encoded already.
  fileprivate let keepsEscapes: Bool

  private init(_ others: String, keepsEscapes: Bool) {
    var table = [Bool](repeating: false, count: 256)
    for byte in "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~\(others)".utf8 {
      table[Int(byte)] = true
    }
    allowed = table
    self.keepsEscapes = keepsEscapes
  }

  fileprivate func contains(_ byte: UInt8) -> Bool { allowed[Int(byte)] }

  /// For a name or value of a query or form.
  static let unreserved = URLCharacters("", keepsEscapes: false)
  /// For a path, query or whole URL that somebody wrote by hand.
  static let written = URLCharacters("!$&'()*+,;=:@/?[]", keepsEscapes: true)
}

extension String {
  /// The text with every byte outside `characters` written as `%XX`.
  func percentEncoded(keeping characters: URLCharacters) -> String {
    let bytes = Array(utf8)
    if bytes.allSatisfy(characters.contains) { return self }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 3)
    for (index, byte) in bytes.enumerated() {
      if characters.contains(byte)
        || (byte == UInt8(ascii: "%") && characters.keepsEscapes && bytes.isEscape(at: index))
      {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), Self.hex[Int(byte >> 4)], Self.hex[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let hex = Array("0123456789ABCDEF".utf8)
}

extension [UInt8] {
  fileprivate func isEscape(at index: Int) -> Bool {
    index + 2 < count && self[index + 1].isHexDigit && self[index + 2].isHexDigit
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self & 0xDF) }
}
