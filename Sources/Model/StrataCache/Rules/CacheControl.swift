// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataRequest

/// The directives of `Cache-Control` (RFC 9111 section 5.2): of several with one name the first counts (section 4.2.1).
package struct CacheControl: Sendable, Hashable {
  private var arguments: [String: String?] = [:]

  /// Reads every line; what is no directive is left out, what is not known is kept and does nothing.
  package init(_ headers: Headers) {
    guard let text = headers["Cache-Control"] else { return }
    for element in FieldList.elements(text) {
      let name = element.prefix { $0 != "=" }
      guard !name.isEmpty, !name.contains(where: { $0 == " " || $0 == "\t" || $0 == "\"" }) else { continue }
      let argument = name.endIndex < element.endIndex ? element[name.endIndex...].dropFirst() : nil
      let key = name.lowercased()
      if arguments[key] == nil { arguments[key] = .some(argument.map { FieldList.unquoted(String($0)) }) }
    }
  }

  /// Whether a directive is there, with an argument or without.
  package func has(_ name: String) -> Bool { arguments[name] != nil }

  /// Whether a directive is there without an argument, and so speaks of the whole.
  package func isPlain(_ name: String) -> Bool { arguments[name] == .some(.none) }

  /// The seconds of a directive; `nil` if it is not there, and 0 if they cannot be read: what is wrong is
  /// not fresh (RFC 9111 section 4.2.1).
  package func seconds(_ name: String) -> Double? {
    guard let argument = arguments[name] else { return nil }
    return argument.flatMap { DeltaSeconds.parse($0) } ?? 0
  }

  /// The header names that a directive lists: `no-cache="Set-Cookie"`.
  package func fields(_ name: String) -> [String] { (arguments[name] ?? nil).map(FieldList.elements) ?? [] }
}
