// Part of Strata.
// SPDX-License-Identifier: MIT

/// Values as JSON writes them.
enum JSONText {
  /// A string in quotes, with the escapes that RFC 8259 section 7 demands.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..<"\u{20}":
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A double as Swift describes it: 2.0 is written 2.
  static func number(_ text: String) -> String { text.hasSuffix(".0") ? String(text.dropLast(2)) : text }

  /// A whole tree. Depth is bounded by the model that wrote it.
  static func text(of writer: Writer, sortsNames: Bool) -> String {
    var result = ""
    append(writer, sortsNames, to: &result)
    return result
  }

  private static func append(_ writer: Writer, _ sortsNames: Bool, to result: inout String) {
    switch writer.content {
    case .nothing: result += "null"
    case .text(let text): result += text
    case .list:
      result += "["
      for (index, element) in writer.elements.enumerated() {
        if index > 0 { result += "," }
        append(element, sortsNames, to: &result)
      }
      result += "]"
    case .object:
      let members = sortsNames ? writer.members.sorted { $0.name < $1.name } : writer.members
      result += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { result += "," }
        result += quoted(member.name) + ":"
        append(member.value, sortsNames, to: &result)
      }
      result += "}"
    }
  }
}
