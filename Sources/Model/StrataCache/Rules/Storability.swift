// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataRequest

/// Which responses may be kept (RFC 9111 section 3).
package enum Storability {
  /// Statuses whose meaning for a cache this code implements (RFC 9111 section 3, `must-understand`).
  private static let understood = [
    200, 203, 204, 206, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 414, 501,
  ]

  /// Whether nothing of an exchange may be kept, whatever the app wants.
  package static func isForbidden(status: Int, _ headers: Headers, _ control: CacheControl) -> Bool {
    if status < 200 || status == 304 { return true }
    if let vary = headers["Vary"], FieldList.elements(vary).contains("*") { return true }
    // RFC 9111 section 5.2.2.3: who understands the status may ignore the no-store beside must-understand.
    if control.has("must-understand") { return !understood.contains(status) }
    return control.has("no-store")
  }

  /// Whether HTTP lets an answer of GET be kept: it has a lifetime, may be given one, or can be validated.
  package static func isAllowed(status: Int, _ headers: Headers, _ control: CacheControl) -> Bool {
    if control.has("max-age") || headers["Expires"] != nil { return true }
    guard Freshness.heuristicStatuses.contains(status) || control.has("public") || control.has("private") else {
      return false
    }
    return headers["ETag"] != nil || headers["Last-Modified"] != nil
  }
}
