// Part of Strata.
// SPDX-License-Identifier: MIT

/// Lists in header fields (RFC 9110 section 5.6.1).
package enum FieldList {
  /// The elements of a list, trimmed, the empty ones left out. A comma inside a quoted string separates nothing.
  package static func elements(_ text: String) -> [String] {
    var elements: [String] = []
    var current: [UInt8] = []
    var (isQuoted, isEscaped) = (false, false)
    for byte in text.utf8 {
      if byte == UInt8(ascii: ","), !isQuoted {
        elements.append(trimmed(current))
        current = []
        continue
      }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      current.append(byte)
    }
    elements.append(trimmed(current))
    return elements.filter { !$0.isEmpty }
  }

  /// The text of a quoted string, or the text itself where it is none (RFC 9110 section 5.6.4).
  package static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else {
      return text
    }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if !isEscaped { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func trimmed(_ bytes: [UInt8]) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let tail = bytes.drop(while: isBlank)
    let end = tail.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? tail.startIndex
    return String(decoding: tail[..<end], as: UTF8.self)
  }
}
