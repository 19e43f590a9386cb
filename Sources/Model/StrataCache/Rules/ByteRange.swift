// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation

/// One range of bytes (RFC 9110 section 14).
package enum ByteRange: Hashable {
  /// From a position to another, or to the end.
  case from(Int, through: Int?)
  /// The last so many.
  case last(Int)

  /// Reads `bytes=0-9`, `bytes=10-` or `bytes=-5`; `nil` for anything else, several ranges too.
  package init?(_ text: String) {
    guard text.lowercased().hasPrefix("bytes=") else { return nil }
    let bounds = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, bounds.allSatisfy({ $0.isEmpty || DeltaSeconds.parse($0) != nil }) else { return nil }
    // No body begins so far behind; a far end is its end.
    if !bounds[0].isEmpty, Int(bounds[0]) == nil { return nil }
    switch (Int(bounds[0]), Int(bounds[1])) {
    case (let first?, let last): self = .from(first, through: last)
    case (nil, let count?): self = .last(count)
    case (nil, nil): return nil
    }
    if case .from(let first, let last?) = self, last < first { return nil }
  }
}

/// The part of a representation that bytes are (RFC 9110 section 14.4).
package struct ContentRange: Hashable, CustomStringConvertible {
  package var first: Int
  package var last: Int
  package var total: Int

  package init(first: Int, last: Int, total: Int) {
    (self.first, self.last, self.total) = (first, last, total)
  }

  /// Reads `bytes 0-9/100`; `nil` for anything else, an unknown total too.
  package init?(_ text: String) {
    let parts = text.split { $0 == " " || $0 == "-" || $0 == "/" }
    guard parts.count == 4, parts[0].lowercased() == "bytes", let first = Int(parts[1]), let last = Int(parts[2]),
      let total = Int(parts[3]), first >= 0, last >= first, total > last
    else { return nil }
    self.init(first: first, last: last, total: total)
  }

  package var description: String { "bytes \(first)-\(last)/\(total)" }

  /// The bytes of a wanted range among those of this one, with what they are; `nil` if some are missing.
  package func part(_ wanted: ByteRange, of body: Data) -> (range: ContentRange, body: Data)? {
    switch wanted {
    case .last(let count):
      guard last == total - 1, count > 0, count <= body.count || body.count == total else { return nil }
      let bytes = body.suffix(count)
      return (ContentRange(first: total - bytes.count, last: last, total: total), Data(bytes))
    case .from(let start, let end):
      let stop = min(end ?? total - 1, total - 1)
      guard start >= first, stop <= last, start <= stop, start - first < body.count else { return nil }
      let bytes = body.dropFirst(start - first).prefix(stop - start + 1)
      return (ContentRange(first: start, last: stop, total: total), Data(bytes))
    }
  }
}
