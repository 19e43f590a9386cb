// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataRequest

/// Which header fields a stored response keeps and takes over.
package enum StoredFields {
  /// Fields of one connection (RFC 9110 section 7.6.1) and of a proxy on the way (RFC 9111 section 3.1).
  private static let ofConnection = [
    "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
    "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
  ]

  /// Fields that describe the stored bytes, which an update does not bring (RFC 9111 section 3.2).
  private static let ofContent = ["content-length", "content-encoding", "content-range"]

  /// The fields to keep: not those of the connection, nor those it names, nor those that `no-cache="…"` lists,
  /// which could not be used without asking (RFC 9111 sections 3.1 and 5.2.2.4).
  package static func stored(_ headers: Headers, _ control: CacheControl) -> Headers {
    let named = (headers["Connection"].map(FieldList.elements) ?? []) + control.fields("no-cache")
    return without(named, without(ofConnection, headers))
  }

  /// The stored fields, with those of a 304 or of an answer to HEAD in their place (RFC 9111 sections 3.2 and 4.3.4).
  package static func updated(_ stored: Headers, with headers: Headers) -> Headers {
    var fresh = without(ofContent, self.stored(headers, CacheControl(headers)))
    var kept = stored
    // An age belongs to the response that brought it.
    kept["Age"] = nil
    if fresh["Date"] == nil, let date = kept["Date"] { fresh["Date"] = date }
    return kept.merging(fresh)
  }

  private static func without(_ names: [String], _ headers: Headers) -> Headers {
    if names.isEmpty { return headers }
    func isLeftOut(_ field: Headers.Field) -> Bool { names.contains { $0.isSameToken(as: field.name) } }
    // NB: mostly there is nothing to leave out, and then nothing is copied.
    return headers.fields.contains(where: isLeftOut) ? Headers(headers.fields.filter { !isLeftOut($0) }) : headers
  }
}
