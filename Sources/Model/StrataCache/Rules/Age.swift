// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// How old a response is (RFC 9111 section 4.2.3).
package enum Age {
  /// The age in seconds that a response had when it came.
  package static func initial(_ headers: Headers, asked: Date, received: Date) -> Double {
    let apparent = max(0, received.timeIntervalSince(Freshness.date(of: headers, received: received)))
    let delay = max(0, received.timeIntervalSince(asked))
    return max(apparent, stated(headers) + delay)
  }

  /// What `Age` says: of several values the first, and 0 for one that is no number (RFC 9111 section 5.1).
  private static func stated(_ headers: Headers) -> Double {
    guard let first = headers.values(of: "Age").first.map(FieldList.elements)?.first else { return 0 }
    return DeltaSeconds.parse(first) ?? 0
  }
}
