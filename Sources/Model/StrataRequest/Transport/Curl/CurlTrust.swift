// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// A ``Trust`` in libcurl's terms, and the memory that handles point to.
final class CurlTrust: Sendable {
  private let trust: Trust
  // Written once in `init`, only read afterwards.
  private nonisolated(unsafe) let roots: UnsafeMutableRawBufferPointer?
  private nonisolated(unsafe) let identity: UnsafeMutableRawBufferPointer?

  init(_ trust: Trust) {
    self.trust = trust
    roots = trust.acceptsSystemRoots && trust.roots.isEmpty ? nil : Self.copy(Self.bundle(trust))
    identity = trust.identity.map { Self.copy($0.pkcs12) }
  }

  deinit {
    roots?.deallocate()
    identity?.deallocate()
  }

  /// Sets a handle up for a host.
  func apply(to easy: UnsafeMutableRawPointer, _ url: URL) {
    guard !trust.isSystem, url.scheme == "https" else { return }
    if let roots {
      strata_curl_set_text(easy, CURLOPT_CAINFO, nil)
      strata_curl_set_text(easy, CURLOPT_CAPATH, nil)
      strata_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, roots.baseAddress ?? UnsafeMutableRawPointer(easy), roots.count)
    }
    if let pins = trust.pins(of: url.host()) {
      strata_curl_set_text(
        easy, CURLOPT_PINNEDPUBLICKEY, pins.keys.map { "sha256//\($0)" }.joined(separator: ";"))
    }
    if let identity, let address = identity.baseAddress {
      strata_curl_set_text(easy, CURLOPT_SSLCERTTYPE, "P12")
      strata_curl_set_blob(easy, CURLOPT_SSLCERT_BLOB, address, identity.count)
      strata_curl_set_text(easy, CURLOPT_KEYPASSWD, trust.identity?.password)
    }
  }

  /// All accepted roots as one PEM text; a line that accepts nobody if there are none.
  private static func bundle(_ trust: Trust) -> Data {
    var all = Data()
    if trust.acceptsSystemRoots, let easy = curl_easy_init() {
      defer { curl_easy_cleanup(easy) }
      if let path = strata_curl_roots(easy), let system = FileManager.default.contents(atPath: String(cString: path)) {
        all = system
      }
    }
    for root in trust.roots { all += Data("\n".utf8) + root }
    return all.isEmpty ? Data("\n".utf8) : all
  }

  private static func copy(_ data: Data) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
    data.copyBytes(to: memory)
    return memory
  }
}
#endif
