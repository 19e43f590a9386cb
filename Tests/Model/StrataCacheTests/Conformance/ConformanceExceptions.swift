// Part of Strata.
// SPDX-License-Identifier: MIT

/// A case that is not passed on purpose.
struct ConformanceException: Sendable {
  var reason: String
  /// Where the RFC says so.
  var section: String
  /// Whether the case speaks of something that a private cache in an app does not have.
  var isInapplicable: Bool

  static func inapplicable(_ reason: String, _ section: String) -> Self {
    Self(reason: reason, section: section, isInapplicable: true)
  }

  static func left(_ reason: String, _ section: String) -> Self {
    Self(reason: reason, section: section, isInapplicable: false)
  }
}

/// Every case with a verdict that is not passed, with its reason.
let conformanceExceptions: [String: ConformanceException] = [
  "freshness-max-age-s-maxage-shared-longer": .inapplicable(
    "s-maxage speaks to shared caches only", "RFC 9111 section 5.2.2.10"),
  "freshness-max-age-s-maxage-shared-shorter": .inapplicable(
    "s-maxage speaks to shared caches only", "RFC 9111 section 5.2.2.10"),
  "freshness-max-age-s-maxage-shared-shorter-expires": .inapplicable(
    "s-maxage speaks to shared caches only", "RFC 9111 section 5.2.2.10"),
  "other-authorization-smaxage": .inapplicable(
    "the answer to one identity is never given to another", "RFC 9111 section 3.5, for shared caches"),
  "headers-store-Transfer-Encoding": .inapplicable(
    "libcurl refuses a transfer coding that nobody knows, so nothing reaches the cache", "RFC 9112 section 6.1"),
  "conditional-lm-fresh-no-lm": .left(
    "without Last-Modified the condition is compared with Date, which is later here, so that 200 is right",
    "RFC 9111 section 4.3.2"),
  "partial-store-partial-complete": .left(
    "stored parts are not completed: without a strong validator they may not be combined, and few app servers send ranges",
    "RFC 9111 section 3.4"),
]
