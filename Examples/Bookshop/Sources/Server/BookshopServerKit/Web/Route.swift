// Part of Strata.
// SPDX-License-Identifier: MIT

/// A method and a path, and what answers them.
struct Route: Sendable {
  typealias Answer = @concurrent @Sendable (Call) async throws -> Content

  let method: String
  /// Segments of the path; `:name` stands for any one that is not empty.
  let path: [String]
  let answer: Answer

  init(_ method: String, _ path: String, answer: @escaping Answer) {
    self.method = method
    self.path = path.split(separator: "/").map(String.init)
    self.answer = answer
  }

  /// What stands at each `:name`, or nil if the path is another.
  func arguments(in segments: [String]) -> [String: String]? {
    guard segments.count == path.count else { return nil }
    var arguments: [String: String] = [:]
    for (part, segment) in zip(path, segments) {
      if part.hasPrefix(":"), !segment.isEmpty {
        arguments[String(part.dropFirst())] = segment
      } else if part != segment {
        return nil
      }
    }
    return arguments
  }
}
