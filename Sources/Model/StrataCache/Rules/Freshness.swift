// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// How long a response is fresh (RFC 9111 section 4.2.1), for a private cache: `s-maxage` does not count.
package enum Freshness {
  /// Statuses that may be reused by a guess (RFC 9110 section 15.1).
  package static let heuristicStatuses = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// The lifetime in seconds that the server gave; `nil` if it gave none.
  package static func explicitLifetime(_ headers: Headers, _ control: CacheControl, received: Date) -> Double? {
    if let seconds = control.seconds("max-age") { return seconds }
    guard let expires = headers.values(of: "Expires").first else { return nil }
    guard let end = HTTPDate.parse(expires, now: received) else { return 0 }
    return end.timeIntervalSince(date(of: headers, received: received))
  }

  /// The lifetime in seconds, guessed where the server gave none and a guess is allowed (RFC 9111 section 4.2.2).
  package static func lifetime(
    status: Int, _ headers: Headers, _ control: CacheControl, received: Date, guess: Heuristics
  ) -> Double {
    if let explicit = explicitLifetime(headers, control, received: received) { return explicit }
    guard heuristicStatuses.contains(status) || control.has("public"),
      let modified = headers.values(of: "Last-Modified").first.flatMap({ HTTPDate.parse($0, now: received) })
    else { return 0 }
    let unchanged = date(of: headers, received: received).timeIntervalSince(modified)
    return min(max(0, unchanged * guess.fraction), guess.limit / .seconds(1))
  }

  /// When the response was made: its `Date`, or when it came (RFC 9110 section 6.6.1).
  package static func date(of headers: Headers, received: Date) -> Date {
    headers.values(of: "Date").first.flatMap { HTTPDate.parse($0, now: received) } ?? received
  }
}

/// How a lifetime is guessed from the time since a response last changed.
package struct Heuristics: Sendable {
  /// The part of that time. RFC 9111 section 4.2.2 names 10 %.
  package var fraction = 0.1
  /// The longest guess.
  package var limit = Duration.seconds(7 * 86_400)

  package init() {}
}
