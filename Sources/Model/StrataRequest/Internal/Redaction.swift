// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Takes secrets out of a URL before anybody sees it.
package struct Redaction: Sendable {
  /// Lower-case names of parameters whose values are hidden.
  let parameters: Set<String>

  /// The same, with further names.
  func hiding(_ names: [String]) -> Redaction {
    names.isEmpty ? self : Redaction(parameters: parameters.union(names.map { $0.lowercased() }))
  }

  /// The URL without user, password and fragment, and with `***` for the values of secret parameters.
  func text(of url: URL) -> String {
    var text = url.absoluteString
    if let hash = text.firstIndex(of: "#") { text = String(text[..<hash]) }
    let mark = text.firstIndex(of: "?")
    var address = String(text[..<(mark ?? text.endIndex)])
    if let scheme = address.range(of: "://") {
      let authority = address[scheme.upperBound...].prefix { $0 != "/" }
      if let at = authority.lastIndex(of: "@") { address.removeSubrange(scheme.upperBound...at) }
    }
    guard let mark else { return address }
    return address + "?" + text[text.index(after: mark)...].split(separator: "&").map(hidden).joined(separator: "&")
  }

  private func hidden(_ pair: Substring) -> String {
    let name = pair.prefix { $0 != "=" }
    return hides(name) ? "\(name)=***" : String(pair)
  }

  /// Whether the value of a parameter is a secret.
  package func hides(_ name: Substring) -> Bool {
    !parameters.isEmpty && parameters.contains((String(name).removingPercentEncoding ?? String(name)).lowercased())
  }
}
