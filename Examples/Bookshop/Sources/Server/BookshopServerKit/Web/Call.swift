// Part of Strata.
// SPDX-License-Identifier: MIT

internal import LoopbackServer

/// A request on its way to the route that answers it.
struct Call: Sendable {
  let request: LoopbackServer.Request
  let target: Target
  /// What stands in the path where the route has `:name`.
  let arguments: [String: String]

  /// A query parameter's value, or nil; given twice it is refused.
  func text(_ name: String) throws(Problem) -> String? {
    let values = target.query.filter { $0.name == name }.map(\.value)
    guard values.count <= 1 else { throw .repeated(name, values) }
    return values.first
  }

  /// A query parameter's value as a whole number.
  func integer(_ name: String, in range: ClosedRange<Int>, default fallback: Int) throws(Problem) -> Int {
    guard let text = try text(name) else { return fallback }
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPlain, let number = Int(text), range.contains(number) else {
      throw .invalid(name, given: text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
