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

extension Headers {
  /// Whether the body is compressed with gzip alone.
  var isGzip: Bool {
    self["Content-Encoding"].map { $0.isSameToken(as: "gzip") || $0.isSameToken(as: "x-gzip") } ?? false
  }

  /// As they are after the body was decoded.
  var decoded: Headers {
    guard let coding = self["Content-Encoding"], !coding.isSameToken(as: "identity") else { return self }
    var headers = self
    headers["Content-Encoding"] = nil
    headers["Content-Length"] = nil
    return headers
  }
}
