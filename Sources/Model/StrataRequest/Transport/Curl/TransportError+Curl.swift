// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl

extension TransportError {
  /// What a code of libcurl means for an app.
  init(_ code: CURLcode, detail: String) {
    let name = String(cString: curl_easy_strerror(code))
    self.init(Self.kind(of: code, detail: detail), detail.isEmpty ? name : "\(name) (\(detail))")
  }

  private static func kind(of code: CURLcode, detail: String) -> Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CACERT_BADFILE:
      .untrusted
    // NB: TLS 1.3 tells a missing client certificate only with the first bytes that are read.
    case CURLE_RECV_ERROR where detail.contains("alert"): .untrusted
    case CURLE_SSL_CONNECT_ERROR where !["reset", "SYSCALL", "eof"].contains(where: detail.contains): .untrusted
    case CURLE_URL_MALFORMAT: .invalidRequest
    case CURLE_RECV_ERROR where detail.contains("chunk"): .malformed
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR,
      CURLE_OUT_OF_MEMORY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_FAILED_INIT, CURLE_BAD_FUNCTION_ARGUMENT:
      .malformed
    default: .interrupted
    }
  }
}
#endif
