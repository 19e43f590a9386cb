// Part of Strata.
// SPDX-License-Identifier: MIT

/// A way into a JSON document: names of members and indices of elements.
///
/// Written as a string it reads `data.items[3].price`. A name that has a point or a bracket in itself is
/// given as an element: `MappingPath([.name("a.b")])`. The empty path is the document itself.
///
/// ```swift
/// let prices: MappingPath = "data.items[0].price"
/// ```
///
/// Safe to use from any task.
public struct MappingPath: Hashable, Sendable {
  /// One step.
  public enum Element: Hashable, Sendable {
    /// Into the member of this name.
    case name(String)
    /// To the element at this place, from 0.
    case index(Int)
  }

  /// The steps, outermost first.
  public var elements: [Element]

  /// Makes a path of steps.
  ///
  /// - Parameter elements: The steps, outermost first. Default none: the document itself.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Reads a path such as `data.items[3].price`. A bracket without a number in it belongs to the name.
  public init(_ text: String) {
    elements = text.isEmpty ? [] : text.split(separator: ".", omittingEmptySubsequences: false).flatMap(Self.steps)
  }

  private static func steps(of piece: Substring) -> [Element] {
    var name = piece
    var indices: [Element] = []
    while name.last == "]", let open = name.lastIndex(of: "["),
      let index = Int(name[name.index(after: open)...].dropLast()),
      index >= 0
    {
      indices.append(.index(index))
      name = name[..<open]
    }
    return (name.isEmpty && !indices.isEmpty ? [] : [.name(String(name))]) + indices.reversed()
  }
}

extension MappingPath: ExpressibleByStringLiteral {
  /// Reads a path such as `data.items[3].price`.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MappingPath: CustomStringConvertible {
  /// The path as text; `(root)` for the document itself.
  public var description: String {
    elements.isEmpty
      ? "(root)"
      : elements.reduce(into: "") { text, element in
        switch element {
        case .name(let name): text += text.isEmpty ? name : "." + name
        case .index(let index): text += "[\(index)]"
        }
      }
  }
}

/// A step of a path as `Codable` wants it.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ element: MappingPath.Element) {
    switch element {
    case .name(let name): (stringValue, intValue) = (name, nil)
    case .index(let index): (stringValue, intValue) = ("Index \(index)", index)
    }
  }

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { self.init(.index(intValue)) }
}
