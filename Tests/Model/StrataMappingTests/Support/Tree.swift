// Part of Strata.
// SPDX-License-Identifier: MIT

/// Any JSON, read by hand through the containers: what a document is, without a model.
indirect enum Tree: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([Tree])
  case object([String: Tree])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? single.decode(Double.self) {
      self = .number(value)
    } else if let value = try? single.decode(String.self) {
      self = .text(value)
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [Tree] = []
      while !list.isAtEnd { elements.append(try list.decode(Tree.self)) }
      self = .list(elements)
    } else {
      self = .object(try single.decode([String: Tree].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    switch self {
    case .null: try single.encodeNil()
    case .bool(let value): try single.encode(value)
    case .integer(let value): try single.encode(value)
    case .number(let value): try single.encode(value)
    case .text(let value): try single.encode(value)
    case .list(let value): try single.encode(value)
    case .object(let value): try single.encode(value)
    }
  }
}

/// Accepts any value and keeps nothing of it.
struct Anything: Decodable { init(from decoder: any Decoder) {} }
