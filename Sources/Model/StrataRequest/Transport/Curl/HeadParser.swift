// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
/// Puts the lines of a head together, and leaves out what comes before the final one (RFC 9110 section 15.2).
struct HeadParser {
  /// Servers do not send more; an attacker may not make us keep more (libcurl itself has no limit in old versions).
  private static let limit = 256 * 1_024

  private var status = 0
  private var headers = Headers()
  private var size = 0
  private var isDone = false

  /// Takes a line; returns the head when it is whole. What follows a body (a trailer) is left out.
  mutating func parse(_ line: UnsafeRawBufferPointer) throws(TransportError) -> (status: Int, headers: Headers)? {
    guard !isDone else { return nil }
    size += line.count
    guard size <= Self.limit else {
      throw TransportError(.malformed, "the head of the answer is larger than \(Self.limit) bytes")
    }
    let text = String(decoding: line, as: UTF8.self)
    let trimmed = text.trimmingWhitespace
    if trimmed.isEmpty { return finish() }
    if text.hasPrefix("HTTP/") {
      let parts = trimmed.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
      status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      headers = Headers()
    } else if let colon = trimmed.utf8.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(
        String(trimmed[..<colon]).trimmingWhitespace,
        String(trimmed[trimmed.utf8.index(after: colon)...]).trimmingWhitespace)
    }
    return nil
  }

  private mutating func finish() -> (status: Int, headers: Headers)? {
    guard status >= 200 else { return nil }
    isDone = true
    return (status, headers)
  }
}
#endif
