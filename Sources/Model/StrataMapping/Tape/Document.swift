// Part of Strata.
// SPDX-License-Identifier: MIT

/// What a value in a document is.
enum Kind {
  case object, list, string, number, bool, null

  /// In words, for errors.
  var text: String {
    switch self {
    case .object: "an object"
    case .list: "a list"
    case .string: "a string"
    case .number: "a number"
    case .bool: "a boolean"
    case .null: "null"
    }
  }
}

/// A document's bytes and the tape over them. A node is the index of a value's first word.
///
/// It belongs to one decoding on one task; the bytes are the caller's until `keepBytes()`.
final class Document {
  private(set) var bytes: UnsafePointer<UInt8>
  let byteCount: Int
  private let tape: Tape
  private let words: UnsafePointer<UInt32>
  private var kept: UnsafeMutablePointer<UInt8>?

  init(bytes: UnsafePointer<UInt8>, byteCount: Int, tape: Tape) {
    self.bytes = bytes
    self.byteCount = byteCount
    self.tape = tape
    words = UnsafePointer(tape.words)
  }

  deinit { kept?.deallocate() }

  /// Copies the bytes, for a decoder that somebody holds longer than the call.
  func keepBytes() {
    guard kept == nil else { return }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
    copy.update(from: bytes, count: byteCount)
    kept = copy
    bytes = UnsafePointer(copy)
  }

  // MARK: - Walking

  /// Where a value, or a name, begins.
  @inline(__always) func offset(of word: Int) -> Int { Int(words[word] & Tape.offsets) }

  /// The byte that says what a value is.
  @inline(__always) func lead(_ node: Int) -> UInt8 { bytes[offset(of: node)] }

  func kind(_ node: Int) -> Kind {
    guard node >= 0 else { return .null }
    switch lead(node) {
    case Byte.openObject: return .object
    case Byte.openList: return .list
    case Byte.quote: return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: return .number
    }
  }

  @inline(__always) func isNull(_ node: Int) -> Bool { node < 0 || lead(node) == UInt8(ascii: "n") }

  /// How many elements or members a list or an object has.
  func count(_ node: Int) -> Int { Int(words[node + 2]) }

  /// The index of the word after a value.
  @inline(__always) func index(after node: Int) -> Int {
    switch lead(node) {
    case Byte.quote: node + 2
    case Byte.openObject, Byte.openList: Int(words[node + 1])
    default: node + 1
    }
  }

  /// The node of a list's element; `nil` past its end. Linear in `index`.
  func element(_ index: Int, of list: Int) -> Int? {
    guard index >= 0, index < count(list) else { return nil }
    var node = list + 3
    for _ in 0..<index { node = self.index(after: node) }
    return node
  }

  // MARK: - Names

  /// Whether the name at a word is these bytes.
  @inline(__always) func isName(_ word: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    let first = words[word]
    if first & Tape.escaped != 0 { return isEscapedName(word, name) }
    let start = Int(first) + 1
    let end = start + name.count
    guard end < byteCount, bytes[end] == Byte.quote else { return false }
    for index in 0..<name.count where bytes[start + index] != name[index] { return false }
    return true
  }

  private func isEscapedName(_ word: Int, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    self.name(at: word).utf8.elementsEqual(name)
  }

  /// The name at a word.
  func name(at word: Int) -> String {
    let start = offset(of: word) + 1
    var end = start
    while bytes[end] != Byte.quote { end += bytes[end] == Byte.backslash ? 2 : 1 }
    let name = UnsafeBufferPointer(start: bytes + start, count: end - start)
    return words[word] & Tape.escaped == 0 ? String(decoding: name, as: UTF8.self) : Escapes.text(name).text
  }

  // MARK: - Values

  /// The bytes of a string between its quotes.
  @inline(__always) func content(_ node: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: bytes + offset(of: node) + 1, count: Int(words[node + 1]))
  }

  @inline(__always) func isEscaped(_ node: Int) -> Bool { words[node] & Tape.escaped != 0 }

  /// A string; `nil` if it is none, or holds a surrogate without its partner.
  @inline(__always) func string(_ node: Int) -> String? {
    guard lead(node) == Byte.quote else { return nil }
    guard isEscaped(node) else { return String(decoding: content(node), as: UTF8.self) }
    let (text, hasLoneSurrogate) = Escapes.text(content(node))
    return hasLoneSurrogate ? nil : text
  }

  func bool(_ node: Int) -> Bool? {
    switch lead(node) {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// A number's digits; `nil` if it is no number.
  @inline(__always) func number(_ node: Int) -> Number? {
    let offset = offset(of: node)
    let first = bytes[offset]
    guard first == Byte.minus || (first >= Byte.zero && first <= Byte.nine) else { return nil }
    return Number(UnsafeBufferPointer(start: bytes + offset, count: byteCount - offset))
  }

  /// A number as the document writes it.
  func numberText(_ node: Int) -> String {
    let start = offset(of: node)
    let end = NumberScan.end(of: bytes, from: start, limit: byteCount).position
    return String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
  }

  // MARK: - Errors

  /// A value as the document writes it, cut after 120 bytes.
  func raw(_ node: Int) -> String {
    let start = offset(of: node)
    let end: Int
    switch kind(node) {
    case .string: end = start + 2 + Int(words[node + 1])
    case .number: end = start + (number(node)?.length ?? 0)
    case .bool, .null: end = start + (lead(node) == UInt8(ascii: "f") ? 5 : 4)
    case .object, .list: end = containerEnd(start)
    }
    return excerpt(start, end)
  }

  /// Where an object or a list ends, as far as an excerpt goes: the tape does not say.
  private func containerEnd(_ start: Int) -> Int {
    var (position, depth, isInString) = (start, 0, false)
    while position < min(start + 121, byteCount) {
      switch bytes[position] {
      case Byte.backslash: position += 1
      case Byte.quote: isInString.toggle()
      case Byte.openObject where !isInString, Byte.openList where !isInString: depth += 1
      case Byte.closeObject where !isInString, Byte.closeList where !isInString: depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { break }
    }
    return min(position, byteCount)
  }

  /// The text between two offsets, cut after 120 bytes at the border of a character.
  func excerpt(_ start: Int, _ end: Int) -> String {
    var stop = min(end, start + 120)
    if stop < end { while stop > start, bytes[stop] & 0xC0 == 0x80 { stop -= 1 } }
    let text = String(decoding: UnsafeBufferPointer(start: bytes + start, count: stop - start), as: UTF8.self)
    return stop < end ? text + "…" : text
  }

  /// Lines and columns of offsets, all from 1, in one pass; columns count characters (Unicode scalars).
  func positions(of offsets: [Int]) -> [MappingPosition] {
    var result = [MappingPosition](repeating: MappingPosition(line: 1, column: 1), count: offsets.count)
    var (line, column, at) = (1, 1, 0)
    for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      while at < min(offsets[index], byteCount) {
        if bytes[at] == 0x0A {
          (line, column) = (line + 1, 1)
        } else if bytes[at] & 0xC0 != 0x80 {
          column += 1
        }
        at += 1
      }
      result[index] = MappingPosition(line: line, column: column)
    }
    return result
  }
}

/// A name that equals another only if all bytes do: JSON compares code points, Swift's strings compare characters.
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
