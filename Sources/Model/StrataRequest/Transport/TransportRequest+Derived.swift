// Part of Strata.
// SPDX-License-Identifier: MIT

extension TransportRequest {
  /// Whether the transport asks for compression and undoes it: whoever asks for an encoding by hand,
  /// or for a part of the bytes, wants them as they are.
  var asksForEncoding: Bool { headers["Accept-Encoding"] == nil && headers["Range"] == nil }
}

extension Duration {
  /// Whole milliseconds, rounded up and at least 1.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflows ? .max / 2 : max(1, whole + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
