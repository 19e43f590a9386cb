// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

extension TransportError {
  /// What an error of URLSession means for an app: by its code, and where that says nothing (Linux), by its words.
  init(session error: any Error) {
    let words = error.localizedDescription
    self.init((error as? URLError).map { Self.kind(of: $0.code, words) } ?? .interrupted, words)
  }

  /// Whether URLSession says that the task was cancelled.
  static func isCancellation(_ error: any Error) -> Bool { (error as? URLError)?.code == .cancelled }

  private static func kind(of code: URLError.Code, _ words: String) -> Kind {
    switch code {
    case .timedOut: .timedOut
    case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff, .callIsActive:
      .unreachable
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .userCancelledAuthentication, .userAuthenticationRequired:
      .untrusted
    case .unsupportedURL where words.contains("HTTP/0.9"): .malformed
    case .badURL, .unsupportedURL, .dataLengthExceedsMaximum: .invalidRequest
    case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource: .malformed
    case .unknown: kind(words)
    default: .interrupted
    }
  }

  /// FoundationNetworking has one code for most of libcurl's.
  private static func kind(_ words: String) -> Kind {
    let words = words.lowercased()
    if ["ssl", "certificate"].contains(where: words.contains) { return .untrusted }
    let malformed = [
      "encoding", "writing header", "response headers", "out of memory", "chunk", "weird server reply",
    ]
    return malformed.contains(where: words.contains) ? .malformed : .interrupted
  }
}
