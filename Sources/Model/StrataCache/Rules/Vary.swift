// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataRequest

/// Which of several stored responses belongs to a request (RFC 9111 section 4.1).
package enum Vary {
  /// The lower-case names that a response lists in `Vary`.
  package static func names(_ headers: Headers) -> [String] {
    (headers["Vary"].map(FieldList.elements) ?? []).map { $0.lowercased() }
  }

  /// What a request says in a field, in a form in which equal meanings are equal texts; empty if it says nothing.
  ///
  /// Lines are joined and white space around commas does not count. In the four fields of negotiation the case
  /// and the order do not count either: preference is said by `q` (RFC 9110 section 12.4.2).
  package static func value(of name: String, in headers: Headers) -> String {
    guard let text = headers[name] else { return "" }
    let elements = FieldList.elements(text)
    guard negotiated.contains(name) else { return elements.joined(separator: ",") }
    return elements.map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.sorted().joined(separator: ",")
  }

  private static let negotiated: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

  /// Whether a stored response is in the language that a request prefers, so that another value of
  /// `Accept-Language` would have chosen it as well.
  package static func isPreferredLanguage(_ stored: Headers, _ request: Headers) -> Bool {
    guard let language = stored["Content-Language"]?.lowercased(), let wanted = request["Accept-Language"] else {
      return false
    }
    let ranked = FieldList.elements(wanted).map { element -> (name: String, weight: Double) in
      let parts = element.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
      return (parts.first ?? "", weight ?? 1)
    }
    guard let best = ranked.max(by: { $0.weight < $1.weight }) else { return false }
    return best.name == language && best.weight > 0 && ranked.count { $0.weight == best.weight } == 1
  }
}
