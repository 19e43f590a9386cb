// Part of Strata.
// SPDX-License-Identifier: MIT

/// Lists in header fields (RFC 9110 section 5.6.1).
package enum FieldList {
  /// The elements of a list, trimmed, the empty ones left out. A comma inside a quoted string separates nothing.
  package static func elements(_ text: String) -> [String] {
    var text = text
    return text.withUTF8 { bytes in
      var elements: [String] = []
      var start = 0
      var (isQuoted, isEscaped) = (false, false)
      for (index, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: ","), !isQuoted {
          append(bytes[start..<index], to: &elements)
          start = index + 1
          continue
        }
        if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
      }
      append(bytes[start...], to: &elements)
      return elements
    }
  }

  private static func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, to elements: inout [String]) {
    var bytes = bytes
    while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    if !bytes.isEmpty { elements.append(String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)) }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

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
}
