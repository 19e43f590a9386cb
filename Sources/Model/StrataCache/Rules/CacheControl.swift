// Part of Strata.
// SPDX-License-Identifier: MIT

package import StrataRequest

/// The directives of `Cache-Control` (RFC 9111 section 5.2): of several with one name the first counts (section 4.2.1).
package struct CacheControl: Sendable, Hashable {
  private struct Directive: Sendable, Hashable {
    var name: String
    var argument: String?
  }

  private var directives: [Directive] = []

  /// Reads every line; what is no directive is left out, what is not known is kept and does nothing.
  package init(_ headers: Headers) {
    guard let text = headers["Cache-Control"] else { return }
    for element in FieldList.elements(text) {
      let mark = element.utf8.firstIndex(of: UInt8(ascii: "=")) ?? element.endIndex
      let name = element[..<mark].lowercased()
      guard !name.isEmpty, !name.utf8.contains(where: Self.isNoName), self[name] == nil else { continue }
      let argument = mark < element.endIndex ? element[element.utf8.index(after: mark)...] : nil
      directives.append(Directive(name: name, argument: argument.map { FieldList.unquoted(String($0)) }))
    }
  }

  private static func isNoName(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "\"") }

  private subscript(name: String) -> Directive? { directives.first { $0.name == name } }

  /// Whether a directive is there, with an argument or without.
  package func has(_ name: String) -> Bool { self[name] != nil }

  /// Whether a directive is there without an argument, and so speaks of the whole.
  package func isPlain(_ name: String) -> Bool { self[name].map { $0.argument == nil } ?? false }

  /// The seconds of a directive; `nil` if it is not there, and 0 if they cannot be read: what is wrong is
  /// not fresh (RFC 9111 section 4.2.1).
  package func seconds(_ name: String) -> Double? {
    guard let directive = self[name] else { return nil }
    return directive.argument.flatMap { DeltaSeconds.parse($0) } ?? 0
  }

  /// The header names that a directive lists: `no-cache="Set-Cookie"`.
  package func fields(_ name: String) -> [String] { self[name]?.argument.map(FieldList.elements) ?? [] }
}
