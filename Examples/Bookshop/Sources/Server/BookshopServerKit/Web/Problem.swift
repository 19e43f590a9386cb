// Part of Strata.
// SPDX-License-Identifier: MIT

/// Why a request was refused: a status, a code for programs and a sentence for people.
struct Problem: Error, Encodable {
  let status: Int
  let code: String
  let message: String
  /// A sentence for each field that is wrong, where a form was sent.
  var fields: [String: String]?
  var headers: [(name: String, value: String)] = []

  private enum CodingKeys: CodingKey { case code, message, fields }
}

extension Problem {
  static func invalid(_ parameter: String, given value: String, _ rule: String) -> Self {
    Problem(status: 400, code: "invalid_parameter", message: "\(parameter) is \"\(value)\": it must be \(rule).")
  }

  static func repeated(_ parameter: String, _ values: [String]) -> Self {
    let given = values.map { "\"\($0)\"" }.joined(separator: ", ")
    return Problem(
      status: 400, code: "repeated_parameter",
      message: "\(parameter) is given \(values.count) times (\(given)): give it once.")
  }

  static func invalidEncoding(_ place: String, given text: Substring) -> Self {
    Problem(
      status: 400, code: "invalid_encoding",
      message: "\(place) has \"\(text)\": that is no percent-encoded UTF-8. Write a percent sign as %25.")
  }

  static func unknownPath(_ path: String) -> Self {
    Problem(status: 404, code: "not_found", message: "There is nothing at \"\(path)\".")
  }

  static func unknownBook(_ id: String) -> Self {
    Problem(status: 404, code: "unknown_book", message: "There is no book with the id \"\(id)\".")
  }

  static func notAllowed(_ method: String, _ path: String, allowed: [String]) -> Self {
    let list = allowed.joined(separator: ", ")
    return Problem(
      status: 405, code: "method_not_allowed", message: "\(method) is not possible at \"\(path)\": use \(list).",
      headers: [("Allow", list)])
  }

  static let unavailable = Problem(
    status: 503, code: "unavailable", message: "The shop is busy: try again in a second.",
    headers: [("Retry-After", "1")])
}
