// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// What a write to a resource makes worthless (RFC 9111 section 4.4).
package enum Invalidation {
  /// The addresses whose stored responses are no longer right after a request that may have changed something:
  /// its own, and those its answer names on the same origin. None after an error.
  package static func addresses(_ request: TransportRequest, status: Int, _ headers: Headers) -> [URL] {
    guard !request.method.isSafe, (200...399).contains(status) else { return [] }
    let named = ["Location", "Content-Location"].compactMap { name in
      headers.values(of: name).first.flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
    }
    return [request.url] + named.filter { $0.hasSameOrigin(as: request.url) }
  }

  /// Whether the answer of a POST may answer a later GET of the same address: it says that it is the
  /// representation of that address, and how long it is fresh (RFC 9110 section 9.3.3).
  package static func isRepresentation(_ request: TransportRequest, status: Int, _ headers: Headers) -> Bool {
    guard request.method == .post, (200...299).contains(status), status != 206,
      let location = headers.values(of: "Content-Location").first,
      let address = URL(string: location, relativeTo: request.url)?.absoluteString
    else { return false }
    let control = CacheControl(headers)
    return address == request.url.absoluteString && (control.has("max-age") || headers["Expires"] != nil)
  }
}
