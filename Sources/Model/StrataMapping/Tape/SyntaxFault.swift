// Part of Strata.
// SPDX-License-Identifier: MIT

/// Why a text is no JSON document, or one that is refused; and where.
struct SyntaxFault: Error {
  enum Reason {
    case empty, ended, unexpected, trailing
    case literal, number, escape, control, encoding, utf16
    case key, colon, separator
    case depth(Int), size(Int), duplicate(String)
  }

  let reason: Reason
  let offset: Int
  var path = MappingPath()

  /// The fault in words.
  var text: String {
    switch reason {
    case .empty: "the document is empty"
    case .ended: "the document ends too early"
    case .unexpected: "no value begins here"
    case .trailing: "something follows the end of the document"
    case .literal: "neither true, false nor null"
    case .number: "not a number as JSON writes it"
    case .escape: "not an escape that JSON knows"
    case .control: "a control character in a string must be escaped"
    case .encoding: "not valid UTF-8"
    case .utf16: "the document is UTF-16 or UTF-32; JSON is sent as UTF-8 (RFC 8259 section 8.1)"
    case .key: "a member begins with its name in quotes"
    case .colon: "a colon must follow the name of a member"
    case .separator: "a comma or the end of the list or object must follow"
    case .depth(let limit): "nested deeper than the limit of \(limit)"
    case .size(let limit): "larger than the limit of \(limit) bytes"
    case .duplicate(let name): "the member \"\(name)\" is there twice"
    }
  }

  /// Whether a limit was passed, and not the grammar broken.
  var isLimit: Bool {
    switch reason {
    case .depth, .size: true
    default: false
    }
  }
}
