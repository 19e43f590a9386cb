// Part of Strata.
// SPDX-License-Identifier: MIT

/// Spans of time in header fields (RFC 9111 section 1.2.2).
package enum DeltaSeconds {
  /// What a larger number counts as: 2^31.
  package static let largest = 2_147_483_648.0

  /// Reads digits and nothing else; `nil` for a sign, a fraction, a unit or no digit at all.
  package static func parse(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty else { return nil }
    var seconds = 0.0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      seconds = min(seconds * 10 + Double(byte - 0x30), largest)
    }
    return seconds
  }
}
