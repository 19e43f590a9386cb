// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataMapping

/// What an envelope says beside its data, and as much of the data as tells success.
struct EnvelopeHead: Decodable {
  var code: Scalar?
  var message: Scalar?
  var fields: FieldTexts?
  var data: DataSight?

  /// A policy that finds these where the envelope has them.
  static func policy(_ envelope: Envelope) -> MappingPolicy {
    MappingPolicy.strict.type(EnvelopeHead.self) {
      $0.with { $0.repairs = .unreadableAsNil }
      $0.member("code", from: envelope.code)
      $0.member("message", from: envelope.message)
      $0.member("fields", from: envelope.fields)
      $0.member("data", from: envelope.data)
    }
  }
}

/// A text, a number or a boolean, as text; nothing for a list or an object.
struct Scalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let string = try? value.decode(String.self) {
      text = string
    } else if let bool = try? value.decode(Bool.self) {
      text = "\(bool)"
    } else if let integer = try? value.decode(Int.self) {
      text = "\(integer)"
    } else {
      text = "\(try value.decode(Double.self))"
    }
  }
}

/// Whether data counts as something.
struct DataSight: Decodable {
  let isTruthy: Bool

  init(from decoder: any Decoder) throws {
    guard let text = try? Scalar(from: decoder).text else {
      isTruthy = true
      return
    }
    isTruthy = !["", "0", "0.0", "-0.0", "false"].contains(text.lowercased())
  }
}

/// Messages by field name; of several the first counts, and what is no text is left out.
struct FieldTexts: Decodable {
  let texts: [String: String]

  init(from decoder: any Decoder) throws {
    texts = try decoder.singleValueContainer().decode([String: Texts].self).compactMapValues(\.first)
  }

  private struct Texts: Decodable {
    let first: String?

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let one = try? value.decode(String.self)
      first = one ?? (try? value.decode([String].self))?.first
    }
  }
}
