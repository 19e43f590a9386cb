// Part of Strata.
// SPDX-License-Identifier: MIT

/// The path and the query of a request, decoded strictly: what is wrongly encoded is refused, not repaired.
struct Target: Sendable {
  /// Between the slashes, so that an encoded slash is part of its segment.
  let segments: [String]
  let query: [(name: String, value: String)]

  /// Reads a target as it was sent (RFC 9112, 3.2), with or without the server's address in front.
  init(_ target: String) throws(Problem) {
    var rest = Substring(target)
    if let scheme = rest.firstRange(of: "://"), !rest[..<scheme.lowerBound].contains("/") {
      rest = rest[scheme.upperBound...]
      rest = rest[(rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex)...]
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    segments = try parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { segment throws(Problem) in try Self.decode(segment, "the path") }
    query = try (parts.count > 1 ? parts[1] : "").split(separator: "&").map { item throws(Problem) in
      let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decode(pair[0], "the query", plus: " ")
      return (name, pair.count > 1 ? try Self.decode(pair[1], name, plus: " ") : "")
    }
  }

  private static func decode(_ text: Substring, _ place: String, plus: Character = "+") throws(Problem) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        let digits = rest.prefix(2)
        guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
          let value = UInt8(String(Substring(digits)), radix: 16), value >= 0x20
        else { throw .invalidEncoding(place, given: text) }
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? plus.asciiValue ?? byte : byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .invalidEncoding(place, given: text) }
    return decoded
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
