// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// Entity tags and dates that say whether a response is still the same (RFC 9110 section 8.8).
package enum Validators {
  /// The fields of a request that ask for an answer only under a condition.
  package static let conditions = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]

  /// Whether two tags are the same where weak ones will do (RFC 9110 section 8.8.3.2).
  package static func isSame(_ a: String, _ b: String) -> Bool { opaque(a) == opaque(b) }

  package static func isStrong(_ tag: String) -> Bool { tag.hasPrefix("\"") }

  /// The tag without its mark of weakness; a tag without quotes, which is none, is taken as if it had them.
  private static func opaque(_ tag: String) -> String {
    let bare = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    return bare.hasPrefix("\"") ? bare : "\"\(bare)\""
  }

  /// Whether a stored response may be validated.
  package static func canValidate(_ stored: Headers) -> Bool { stored["ETag"] != nil || stored["Last-Modified"] != nil }

  /// A request that asks whether a stored response is still right (RFC 9111 section 4.3.1); the caller's own tags stay.
  package static func validating(_ stored: Headers, _ request: Headers) -> Headers {
    var headers = request
    if let tag = stored.values(of: "ETag").first {
      let own = request["If-None-Match"].map(FieldList.elements) ?? []
      headers["If-None-Match"] = (own.filter { !isSame($0, tag) } + [tag]).joined(separator: ", ")
    }
    if let modified = stored.values(of: "Last-Modified").first { headers["If-Modified-Since"] = modified }
    return headers
  }

  /// Whether the caller of a request has the stored response already, so that 304 is its answer (RFC 9111 section 4.3.2).
  package static func isKnown(_ stored: Headers, to request: Headers, received: Date) -> Bool {
    if let tags = request["If-None-Match"] {
      let stored = stored.values(of: "ETag").first
      return FieldList.elements(tags).contains { tag in tag == "*" || stored.map { isSame($0, tag) } == true }
    }
    guard let since = request["If-Modified-Since"].flatMap({ HTTPDate.parse($0, now: received) }) else { return false }
    let modified = stored.values(of: "Last-Modified").first.flatMap { HTTPDate.parse($0, now: received) }
    return modified ?? Freshness.date(of: stored, received: received) <= since
  }

  /// Whether a 304 speaks of the stored response: a strong tag must be the stored one (RFC 9111 section 4.3.4).
  package static func isAbout(_ stored: Headers, _ notModified: Headers) -> Bool {
    guard let tag = notModified.values(of: "ETag").first else { return true }
    guard let kept = stored.values(of: "ETag").first else { return !isStrong(tag) }
    return isStrong(tag) ? tag == kept || !isStrong(kept) && isSame(tag, kept) : isSame(tag, kept)
  }

  /// Whether an answer to HEAD shows that the stored answer of GET is still the same (RFC 9111 section 4.3.5).
  package static func isUnchanged(_ stored: Headers, _ head: Headers) -> Bool {
    ["ETag", "Last-Modified", "Content-Length"].allSatisfy { name in
      guard let fresh = head.values(of: name).first else { return true }
      return stored.values(of: name).first == fresh
    }
  }

  /// The fields of a 304 made of a stored response (RFC 9110 section 15.4.5).
  package static func notModified(_ stored: Headers) -> Headers {
    let names = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Range"]
    var headers = stored
    for name in names { headers[name] = nil }
    return headers
  }
}
