// Part of Strata.
// SPDX-License-Identifier: MIT

/// The header fields of a request or an answer: order kept, names compared without case.
///
/// ```swift
/// var headers: Headers = ["Accept": "application/json"]
/// headers["accept"] = "text/plain"        // replaces
/// headers.append("Vary", "Accept")        // adds a line
/// ```
///
/// Names and values are validated when a request leaves (`Client.send`), not here.
/// Safe to use from any task.
public struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One line.
  public struct Field: Hashable, Sendable {
    /// The name as it was written.
    public let name: String
    /// The value without the white space around it.
    public let value: String

    /// Makes a line.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The lines in order.
  public private(set) var fields: [Field]

  /// Makes no headers.
  public init() { fields = [] }

  /// Makes headers of lines.
  public init(_ fields: [Field]) { self.fields = fields }

  /// Makes headers of names and values; a name may repeat.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field($0.0, $0.1) }
  }

  /// The value of a name, several lines joined by ", " (RFC 9110 section 5.3); `nil` if there is none.
  ///
  /// Setting replaces all lines of the name, in the place of the first; `nil` removes them.
  public subscript(name: String) -> String? {
    get {
      var joined: String?
      for field in fields where field.name.isSameToken(as: name) {
        joined = joined.map { "\($0), \(field.value)" } ?? field.value
      }
      return joined
    }
    set {
      let first = fields.firstIndex { $0.name.isSameToken(as: name) }
      fields.removeAll { $0.name.isSameToken(as: name) }
      if let newValue { fields.insert(Field(name, newValue), at: first ?? fields.endIndex) }
    }
  }

  /// The values of a name, one for each line: right for `Set-Cookie`, which cannot be joined.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.isSameToken(as: name) }.map(\.value)
  }

  /// Adds a line after the others.
  public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

  /// These headers, with those of `other` in place of lines of the same names.
  public func merging(_ other: Headers) -> Headers {
    guard !other.fields.isEmpty else { return self }
    let kept = fields.filter { mine in !other.fields.contains { $0.name.isSameToken(as: mine.name) } }
    return Headers(kept + other.fields)
  }

  /// Two headers are equal if they have the same lines in the same order; the case of names does not count.
  public static func == (a: Headers, b: Headers) -> Bool {
    a.fields.count == b.fields.count
      && zip(a.fields, b.fields).allSatisfy { $0.name.isSameToken(as: $1.name) && $0.value == $1.value }
  }

  /// Hashes the lines.
  public func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name.lowercased())
      hasher.combine(field.value)
    }
  }
}

extension Headers: CustomStringConvertible, CustomReflectable {
  /// The lines, with `***` for what proves who somebody is.
  public var description: String { shown.map { "\($0.0): \($0.1)" }.joined(separator: ", ") }

  /// The same for a debugger.
  public var customMirror: Mirror { Mirror(self, children: shown.map { (label: $0.0, value: $0.1 as Any) }) }

  private var shown: [(String, String)] {
    fields.map { ($0.name, Self.secret.contains($0.name.lowercased()) ? "***" : $0.value) }
  }

  private static let secret: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "location", "content-location", "referer",
    "www-authenticate", "authentication-info", "x-api-key", "x-auth-token", "x-csrf-token",
  ]
}

extension Headers {
  /// Why these headers may not be sent, or `nil`.
  ///
  /// A line break in a name or value would let its author write further headers, and the
  /// fields that frame the message belong to the transport (RFC 9110 section 5, RFC 9112 section 6).
  var problem: String? {
    for field in fields {
      guard field.name.isToken else { return "\(field.name.debugDescription) is not a header name" }
      guard !Self.framing.contains(field.name.lowercased()) else {
        return "the header \(field.name) is set by the transport; leave it out"
      }
      guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
        return "the value of the header \(field.name) has a control character"
      }
    }
    return nil
  }

  private static let framing: Set<String> = [
    "content-length", "transfer-encoding", "host", "connection", "keep-alive", "proxy-connection", "te", "trailer",
    "upgrade", "expect",
  ]
}

extension String {
  /// Whether this is a token (RFC 9110 section 5.6.2).
  var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "A")...UInt8(ascii: "Z"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether two tokens are the same without regard to ASCII case; allocates nothing.
  package func isSameToken(as other: String) -> Bool {
    let (mine, theirs) = (utf8, other.utf8)
    guard mine.count == theirs.count else { return false }
    // NB: mostly the case is the same, and then bytes are compared many at a time.
    return self == other || zip(mine, theirs).allSatisfy { $0 == $1 || $0.asciiLowercase == $1.asciiLowercase }
  }
}

extension UInt8 {
  fileprivate var asciiLowercase: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
