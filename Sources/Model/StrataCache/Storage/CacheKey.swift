// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation
package import StrataRequest

/// The place of a request's answers in the cache: who asks, what, and how.
///
/// Two requests have one key if they have the same scope, the same address with its parameters in any order, the
/// same method (HEAD looks where GET does), the same identity and, for methods with a body, the same body.
/// It holds no credential: what is secret goes in as a digest.
package struct CacheKey: Hashable, Sendable {
  /// The scope, the address and the rest, each ended by a line break, which none of them holds.
  package let text: String
  private let addressLength: Int

  /// The part of the text that every answer from the address begins with.
  package var addressPrefix: String { String(decoding: text.utf8.prefix(addressLength), as: UTF8.self) }

  package init(scope: String?, address: String, detail: String) {
    var text = Self.prefix(scope: scope)
    text.reserveCapacity(text.utf8.count + address.utf8.count + detail.utf8.count + 2)
    text += address
    text += "\n"
    addressLength = text.utf8.count
    text += detail
    text += "\n"
    self.text = text
  }

  /// What every key of a scope begins with: other bytes for another scope, also where Unicode calls two texts the same.
  package static func prefix(scope: String?) -> String {
    guard let scope else { return "\n" }
    if scope.isEmpty { return "%\n" }
    func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "%") }
    guard !scope.utf8.allSatisfy(isPlain) else { return scope + "\n" }
    return (scope.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") + "\n"
  }

  /// The address in a row's key.
  package static func address(ofRow row: String) -> Substring? {
    let parts = row.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? parts[1] : nil
  }

  /// The text of the key that a row belongs to.
  package static func text(ofRow row: String) -> Substring {
    row.utf8.lastIndex(of: UInt8(ascii: "\n")).map { row[...$0] } ?? row[...]
  }
}

extension CacheKey {
  /// The key of a request; `nil` for one whose answers are never kept: a user or a password in its address, or
  /// a body that is not in memory.
  package init?(_ request: TransportRequest, scope: String?, ignoring ignored: Set<String>) {
    guard let address = Self.address(request.url, ignoring: ignored, request.options.redaction) else { return nil }
    var detail = request.method == .head ? "GET" : request.method.rawValue
    let identity = Self.identity(request)
    if !identity.isEmpty { detail += scope == nil ? " " + SHA256.hex(Array(identity.utf8)) : " signed" }
    switch request.body {
    case nil: break
    case .data(let data): detail += " " + SHA256.hex(data)
    default: return nil
    }
    self.init(scope: scope, address: address, detail: detail)
  }

  /// The address with its parameters in order; `nil` if it holds a user or a password.
  package static func address(_ url: URL, ignoring ignored: Set<String>, _ redaction: Redaction) -> String? {
    let whole = url.absoluteString
    // NB: a quick look for what is rare.
    guard whole.utf8.contains(where: isMark) else { return whole }
    var text = whole[...]
    if let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) { text = text[..<hash] }
    let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    if text[..<mark].utf8.contains(UInt8(ascii: "@")), url.user() != nil || url.password() != nil { return nil }
    guard mark < text.endIndex else { return String(text) }
    let pairs = text[text.utf8.index(after: mark)...].split(separator: "&").map { pair in
      (name: pair.prefix { $0 != "=" }, text: pair)
    }
    let kept = pairs.filter { !ignored.contains($0.name.removingPercentEncoding ?? String($0.name)) }
    let sorted = kept.sorted { $0.name < $1.name }.map { pair in
      redaction.hides(pair.name) ? "\(pair.name)=\(SHA256.hex(Array(pair.text.utf8)))" : String(pair.text)
    }
    return sorted.isEmpty ? String(text[..<mark]) : text[..<mark] + "?" + sorted.joined(separator: "&")
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
  }

  /// The credentials that a request carries.
  private static func identity(_ request: TransportRequest) -> String {
    var identity = ""
    for field in request.headers.fields where Credentials.isOne(field.name, request.options) {
      identity += "\(field.name.lowercased()): \(field.value)\n"
    }
    return identity
  }
}

/// Which header fields say who asks.
package enum Credentials {
  private static let names = ["Authorization", "Cookie", "Proxy-Authorization"]

  package static func isOne(_ name: String, _ options: RequestOptions) -> Bool {
    names.contains { $0.isSameToken(as: name) } || options.credentialHeaders.contains { $0.isSameToken(as: name) }
  }
}
