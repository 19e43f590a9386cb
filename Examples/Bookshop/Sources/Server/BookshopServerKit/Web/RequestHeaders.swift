// Part of Strata.
// SPDX-License-Identifier: MIT

internal import LoopbackServer

/// What a request's headers say of the answer it wants.
struct RequestHeaders {
  private let request: LoopbackServer.Request

  init(_ request: LoopbackServer.Request) { self.request = request }

  /// The elements of a list, of every field of the name (RFC 9110, 5.3).
  private func list(_ name: String) -> [String]? {
    let values = request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    guard !values.isEmpty else { return nil }
    return values.flatMap { $0.split(separator: ",") }.map { $0.trimmed }.filter { !$0.isEmpty }
  }

  /// Whether an encoding is welcome (RFC 9110, 12.5.3); one that is not named counts as unwelcome.
  func accepts(_ encoding: String) -> Bool {
    var star = false
    for element in list("Accept-Encoding") ?? [] {
      let parts = element.lowercased().split(separator: ";").map { $0.trimmed }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
      if parts.first == encoding { return weight > 0 }
      if parts.first == "*" { star = weight > 0 }
    }
    return star
  }

  /// Whether the client has this very representation (RFC 9110, 13.1.2 and 13.1.3).
  func has(_ tag: String, _ modified: HTTPDate) -> Bool {
    if let tags = list("If-None-Match") {
      return tags.contains { $0 == "*" || $0 == tag || $0 == "W/" + tag }
    }
    guard let since = request.header("If-Modified-Since").flatMap(HTTPDate.init) else { return false }
    return modified <= since
  }
}

extension StringProtocol {
  var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
