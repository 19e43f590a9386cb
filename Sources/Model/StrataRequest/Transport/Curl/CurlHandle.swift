// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// An easy handle and the memory that must live as long. Used on the loop's thread only.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?
  private let errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init?() {
    guard let easy = curl_easy_init() else {
      errorBuffer.deallocate()
      return nil
    }
    self.easy = easy
    errorBuffer.pointee = 0
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headers)
    errorBuffer.deallocate()
  }

  /// What libcurl said about the last error.
  var errorText: String { String(cString: errorBuffer) }

  /// Forgets the request; keeps connections, which belong to the multi handle.
  func reset() {
    curl_easy_reset(easy)
    curl_slist_free_all(headers)
    headers = nil
    errorBuffer.pointee = 0
  }

  /// Sets everything a request says but its body's source and the receivers.
  func set(_ request: TransportRequest, bodyLength: Int?, _ trust: CurlTrust) {
    errorBuffer.pointee = 0
    strata_curl_set_error_buffer(easy, errorBuffer)
    strata_curl_set_text(easy, CURLOPT_URL, request.url.absoluteString)
    strata_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    strata_curl_set_text(easy, CURLOPT_NOPROXY, Self.withoutProxy)
    strata_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    // NB: or ending a request waits for a name server that does not answer.
    strata_curl_set_long(easy, STRATA_CURLOPT_QUICK_EXIT, 1)
    strata_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    strata_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    strata_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    strata_curl_set_long(easy, CURLOPT_BUFFERSIZE, 32 * 1_024)
    strata_curl_set_long(
      easy, CURLOPT_CONNECTTIMEOUT_MS, Int(clamping: (request.options.connectTimeout ?? .seconds(10)).milliseconds))
    strata_curl_set_long(easy, CURLOPT_STREAM_WEIGHT, request.options.priority.weight)
    trust.apply(to: easy, request.url)
    setHeaders(request.headers)
    // NB: not CURLOPT_ACCEPT_ENCODING: libcurl takes a compressed body that breaks off for a whole one.
    if request.asksForEncoding { headers = curl_slist_append(headers, "Accept-Encoding: gzip") }
    strata_curl_set_headers(easy, headers)
    setMethod(request, bodyLength)
  }

  private func setHeaders(_ fields: Headers) {
    for field in fields.fields {
      headers = curl_slist_append(headers, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    headers = curl_slist_append(headers, "Expect:")
    if fields["User-Agent"] == nil { headers = curl_slist_append(headers, "User-Agent: Strata") }
  }

  private func setMethod(_ request: TransportRequest, _ bodyLength: Int?) {
    let hasBody = request.body != nil
    if hasBody || [.post, .put, .patch].contains(request.method) {
      strata_curl_set_long(easy, CURLOPT_UPLOAD, 1)
      strata_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(hasBody ? bodyLength ?? -1 : 0))
    } else if request.method == .head {
      strata_curl_set_long(easy, CURLOPT_NOBODY, 1)
    }
    strata_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    // libcurl sends a request again by itself if a reused connection dies before the answer. With a body it
    // must rewind, which the sender refuses (CurlSender); without one only a new connection prevents it.
    if !request.isReplayable && (!hasBody || bodyLength == 0) {
      strata_curl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
    }
  }

  /// Hosts that are reached directly: the environment's list and this machine.
  private static let withoutProxy: String = {
    let environment = ProcessInfo.processInfo.environment
    let listed = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
    return listed == "*" ? listed : (listed.isEmpty ? [] : [listed]).joined() + ",localhost,127.0.0.1,::1"
  }()
}

extension RequestPriority {
  /// Its share of an HTTP/2 connection, from 1 to 256 (RFC 7540 section 5.3.2).
  fileprivate var weight: Int {
    switch self {
    case .low: 4
    case .normal: 16
    case .high: 64
    }
  }
}
#endif
