// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataContract
package import StrataRequest

/// What may be done with a stored response for a request.
package enum Verdict: Hashable {
  /// It is the answer.
  case use(Origin)
  /// It is the answer, and is validated meanwhile (RFC 5861 section 3).
  case useAndRefresh
  /// The server is asked.
  case ask
}

/// Whether a stored response may be used (RFC 9111 section 4), or by the rule that the app gave.
package enum Reuse {
  /// What may be done with a stored response that suits a request.
  package static func verdict(_ stored: StoredResponse, _ request: TransportRequest, at now: Date) -> Verdict {
    if request.options.delivery == .server { return .ask }
    let isGood = (200...299).contains(stored.status)
    switch request.options.cache {
    case .networkOnly, .reload: return .ask
    case .http: return byHTTP(stored, request.headers, at: now)
    case .cacheElseNetwork(let limit), .cacheThenNetwork(let limit):
      let since = now.timeIntervalSince(stored.received)
      guard isGood, since >= 0, limit > .zero, since <= limit / .seconds(1) else { return .ask }
      return .use(.cache)
    case .cacheOnly:
      if isFresh(stored, at: now) { return .use(.cache) }
      return isGood ? .use(.stale) : .ask
    }
  }

  private static func isFresh(_ stored: StoredResponse, at now: Date) -> Bool {
    !stored.isNoCache && !stored.isFromFuture(at: now) && stored.lifetime > stored.age(at: now)
  }

  /// What HTTP says, with the wishes of the request's own `Cache-Control` (RFC 9111 section 5.2.1).
  private static func byHTTP(_ stored: StoredResponse, _ request: Headers, at now: Date) -> Verdict {
    let wishes = CacheControl(request)
    if stored.isNoCache || stored.isFromFuture(at: now) || wantsValidation(request, wishes) { return .ask }
    let age = stored.age(at: now)
    if let limit = wishes.seconds("max-age"), age > limit || limit == 0 { return .ask }
    let left = stored.lifetime - age
    if left > 0 { return left >= wishes.seconds("min-fresh") ?? 0 ? .use(.cache) : .ask }
    if stored.mustRevalidate || wishes.has("min-fresh") { return .ask }
    if -left <= stored.staleWhileRevalidate, stored.staleWhileRevalidate > 0 { return .useAndRefresh }
    if wishes.isPlain("max-stale") { return .use(.stale) }
    if let limit = wishes.seconds("max-stale"), -left <= limit { return .use(.stale) }
    return .ask
  }

  private static func wantsValidation(_ request: Headers, _ wishes: CacheControl) -> Bool {
    if wishes.has("no-cache") { return true }
    // RFC 9111 section 5.4: what an HTTP/1.0 client says, where nothing newer is said.
    guard let pragma = request["Pragma"], request["Cache-Control"] == nil else { return false }
    return FieldList.elements(pragma).contains { $0.lowercased() == "no-cache" }
  }

  /// Whether a stale response may stand in for a server that cannot answer (RFC 5861 section 4, RFC 9111 section 4.2.4).
  package static func standsInForError(
    _ stored: StoredResponse, _ request: TransportRequest, at now: Date, allowed: Duration
  ) -> Bool {
    guard request.options.delivery == .any, request.options.cache != .reload else { return false }
    if stored.mustRevalidate || stored.isNoCache || stored.isFromFuture(at: now) { return false }
    let asked = CacheControl(request.headers).seconds("stale-if-error") ?? 0
    let window = max(stored.staleIfError, asked, allowed / .seconds(1))
    return window > 0 && stored.age(at: now) - stored.lifetime <= window
  }
}
