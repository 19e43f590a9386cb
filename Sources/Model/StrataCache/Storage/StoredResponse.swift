// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// A response as it is kept, with all that decides when it may be used.
package final class StoredResponse: Sendable {
  /// What the request said in a field that the response's `Vary` names.
  package struct Selector: Hashable, Sendable {
    package var name: String
    /// In the form of ``Vary/value(of:in:)``; of a credential only the digest.
    package var value: String
  }

  package let status: Int
  package let headers: Headers
  package let body: Data
  /// When it was asked for.
  package let asked: Date
  /// When it came, or was last found to be right.
  package let received: Date
  package let selectors: [Selector]
  /// The version of the app's meaning: another one does not use it.
  package let version: String
  /// What tells it from the other responses of its key; empty for one that suits every request.
  package let variant: String

  // What follows is worked out once of the header fields.

  /// How long it is fresh, in seconds.
  package let lifetime: Double
  /// How old it was when it came, in seconds.
  package let initialAge: Double
  /// Whether it must be validated before every use.
  package let isNoCache: Bool
  /// Whether it may never be used when it is stale.
  package let mustRevalidate: Bool
  /// How long after its lifetime it may be used while it is validated (RFC 5861 section 3), in seconds.
  package let staleWhileRevalidate: Double
  /// How long after its lifetime it may be used where the server cannot answer (RFC 5861 section 4), in seconds.
  package let staleIfError: Double
  /// About how many bytes it takes.
  package let size: Int

  package init(
    status: Int, headers: Headers, body: Data, asked: Date, received: Date, selectors: [Selector], version: String,
    guess: Heuristics
  ) {
    let control = CacheControl(headers)
    variant = Self.variant(status, selectors)
    size = headers.fields.reduce(body.count + 64) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 }
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.asked, self.received, self.selectors, self.version) = (asked, received, selectors, version)
    lifetime = Freshness.lifetime(status: status, headers, control, received: received, guess: guess)
    initialAge = Age.initial(headers, asked: asked, received: received)
    isNoCache = control.isPlain("no-cache")
    mustRevalidate = control.has("must-revalidate")
    staleWhileRevalidate = control.seconds("stale-while-revalidate") ?? 0
    staleIfError = control.seconds("stale-if-error") ?? 0
  }

  /// Its age in seconds (RFC 9111 section 4.2.3).
  package func age(at now: Date) -> Double { initialAge + max(0, now.timeIntervalSince(received)) }

  /// Whether it is from the future, because the clock was set back: then nobody knows its age (L2-14).
  package func isFromFuture(at now: Date) -> Bool { now < received }

  /// The name of a response among those of its key.
  static func variant(_ status: Int, _ selectors: [Selector]) -> String {
    var variant = status == 206 ? "part" : ""
    for selector in selectors {
      variant += selector.name
      variant += ":"
      variant += selector.value
      variant += ";"
    }
    // In place of what is long, or cannot be part of a key, a digest says as much.
    let isPlain = variant.utf8.count <= 64 && variant.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    return isPlain ? variant : SHA256.hex(Array(variant.utf8))
  }
}

extension StoredResponse {
  /// What a request says in the fields that a response's `Vary` names.
  package static func selectors(_ response: Headers, of request: TransportRequest) -> [Selector] {
    Vary.names(response).sorted().map { Selector(name: $0, value: value(of: $0, in: request)) }
  }

  private static func value(of name: String, in request: TransportRequest) -> String {
    let value = Vary.value(of: name, in: request.headers)
    return !value.isEmpty && Credentials.isOne(name, request.options) ? SHA256.hex(Array(value.utf8)) : value
  }

  /// Whether it was chosen by what this request says too (RFC 9111 section 4.1).
  package func suits(_ request: TransportRequest) -> Bool {
    selectors.allSatisfy { selector in
      selector.value == Self.value(of: selector.name, in: request)
        || selector.name == "accept-language" && Vary.isPreferredLanguage(headers, request.headers)
    }
  }

  /// The same response after the server said that it is still right.
  package func updated(with fresh: Headers, asked: Date, received: Date, guess: Heuristics) -> StoredResponse {
    StoredResponse(
      status: status, headers: StoredFields.updated(headers, with: fresh), body: body, asked: asked,
      received: received, selectors: selectors, version: version, guess: guess)
  }
}
