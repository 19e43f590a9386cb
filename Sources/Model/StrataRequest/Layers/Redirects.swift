// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation

/// Follows redirects (RFC 9110 section 15.4): credentials stay home, 307 and 308 keep method and body.
struct Redirects: Layer {
  /// How many are followed; one more is an error.
  let limit: Int
  let events: Events

  func respond(to request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var request = request
    for _ in 0...limit {
      let response = try await next(request)
      guard let following = try follow(response, of: request) else { return response }
      request = following
      events.send(.redirected(status: response.status), of: request)
    }
    throw TransportError(.malformed, "more than \(limit) redirects")
  }

  /// The request that a redirect asks for; `nil` where there is none to follow.
  private func follow(_ response: TransportResponse, of request: TransportRequest) throws -> TransportRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers.values(of: "Location").first,
      let target = URL(string: location.percentEncoded(keeping: .written), relativeTo: request.url)?.absoluteURL
    else { return nil }
    guard target.scheme == "http" || target.scheme == "https", target.host()?.isEmpty == false else {
      throw TransportError(.malformed, "a redirect to something that is not http")
    }
    guard request.url.scheme != "https" || target.scheme == "https" else {
      throw TransportError(.untrusted, "a redirect from https to http")
    }
    var following = request
    following.url = target
    following.options.cacheNote = nil
    if response.status == 303 && request.method != .head || response.status < 303 && request.method == .post {
      following.method = .get
      following.body = nil
      for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location"] {
        following.headers[name] = nil
      }
    }
    if !target.hasSameOrigin(as: request.url) {
      for name in ["Authorization", "Proxy-Authorization", "Cookie"] + Array(request.options.credentialHeaders) {
        following.headers[name] = nil
      }
    }
    return following
  }
}

extension URL {
  /// Whether scheme, host and port are the same (RFC 6454 section 4).
  package func hasSameOrigin(as other: URL) -> Bool {
    scheme == other.scheme && host()?.lowercased() == other.host()?.lowercased() && effectivePort == other.effectivePort
  }

  /// Whether they differ by their query at most.
  func hasSamePlace(as other: URL) -> Bool { hasSameOrigin(as: other) && path() == other.path() }

  private var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}
