// Part of Strata.
// SPDX-License-Identifier: MIT

/// Checks a document against RFC 8259 in one pass and lays out its tape.
///
/// It never recurses: depth costs a stack of frames of its own, and every byte is looked at once.
struct Parser {
  /// An open object or list.
  struct Frame {
    /// Where its first word is.
    let start: Int
    /// Whether it is an object.
    let isObject: Bool
    /// How many values it has so far.
    var count: UInt32 = 0
    /// Where the word of its latest name is; 0 if that is not read yet.
    var key = 0
  }

  let bytes: UnsafePointer<UInt8>
  let end: Int
  let limits: MappingLimits
  let refusesDuplicates: Bool
  var position = 0
  var tape: Tape
  var frames: [Frame] = []

  /// Reads a document. The bytes must live as long as the answer, or until its `keepBytes()`.
  static func document(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ limits: MappingLimits, refusesDuplicates: Bool
  ) throws(SyntaxFault) -> Document {
    guard count <= min(limits.bytes, Int(Tape.offsets)) else {
      throw SyntaxFault(reason: .size(limits.bytes), offset: 0)
    }
    var parser = Parser(
      bytes: bytes, end: count, limits: limits, refusesDuplicates: refusesDuplicates,
      tape: Tape(capacity: count / 8 + 16))
    do {
      try parser.run()
    } catch {
      throw SyntaxFault(reason: error.reason, offset: error.offset, path: parser.path)
    }
    return Document(bytes: bytes, byteCount: count, tape: parser.tape)
  }

  private mutating func run() throws(SyntaxFault) {
    try skipMark()
    var wantsValue = true
    repeat {
      skipSpace()
      wantsValue = wantsValue ? try value() : try separator()
    } while wantsValue || !frames.isEmpty
    skipSpace()
    guard position == end else { throw fault(.trailing) }
  }

  // MARK: - Pieces

  /// Reads a scalar whole, or opens a list or an object; true if a value must follow.
  private mutating func value() throws(SyntaxFault) -> Bool {
    guard position < end else { throw fault(tape.count == 0 ? .empty : .ended) }
    switch bytes[position] {
    case Byte.quote:
      try string(isKey: false)
    case Byte.minus, Byte.zero...Byte.nine:
      tape.append(UInt32(position))
      let scan = NumberScan.end(of: bytes, from: position, limit: end)
      position = scan.position
      guard scan.isValid else { throw fault(position < end ? .number : .ended) }
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    case Byte.openObject: return try open(isObject: true)
    case Byte.openList: return try open(isObject: false)
    default: throw fault(.unexpected)
    }
    return false
  }

  private mutating func open(isObject: Bool) throws(SyntaxFault) -> Bool {
    guard frames.count < limits.depth else { throw fault(.depth(limits.depth)) }
    frames.append(Frame(start: tape.count, isObject: isObject))
    tape.append(UInt32(position))
    tape.append(0)
    tape.append(0)
    position += 1
    skipSpace()
    guard position < end else { throw fault(.ended) }
    if bytes[position] == (isObject ? Byte.closeObject : Byte.closeList) {
      try close()
      return false
    }
    if isObject { try key() }
    return true
  }

  /// Reads what follows a value inside a list or an object; true if another value must follow.
  private mutating func separator() throws(SyntaxFault) -> Bool {
    guard position < end else { throw fault(.ended) }
    let last = frames.count - 1
    frames[last].count += 1
    let isObject = frames[last].isObject
    switch bytes[position] {
    case Byte.comma:
      position += 1
      guard isObject else { return true }
      skipSpace()
      try key()
      return true
    case isObject ? Byte.closeObject : Byte.closeList:
      try close()
      return false
    default:
      throw fault(.separator)
    }
  }

  private mutating func close() throws(SyntaxFault) {
    guard let frame = frames.last else { return }
    tape.words[frame.start + 1] = UInt32(tape.count)
    tape.words[frame.start + 2] = frame.count
    if refusesDuplicates, frame.isObject, frame.count > 1 { try checkNames(of: frame) }
    frames.removeLast()
    position += 1
  }

  private mutating func key() throws(SyntaxFault) {
    guard position < end else { throw fault(.ended) }
    guard bytes[position] == Byte.quote else { throw fault(.key) }
    frames[frames.count - 1].key = 0
    let word = tape.count
    try string(isKey: true)
    frames[frames.count - 1].key = word
    skipSpace()
    guard position < end else { throw fault(.ended) }
    guard bytes[position] == Byte.colon else { throw fault(.colon) }
    position += 1
  }

  private mutating func literal(_ word: StaticString) throws(SyntaxFault) {
    tape.append(UInt32(position))
    let text = word.utf8Start
    for index in 0..<word.utf8CodeUnitCount {
      guard position + index < end else { throw SyntaxFault(reason: .ended, offset: end) }
      guard bytes[position + index] == text[index] else { throw fault(.literal) }
    }
    position += word.utf8CodeUnitCount
  }

  // MARK: - Help

  @inline(__always) private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Skips a byte order mark, which RFC 8259 lets us ignore; refuses other encodings in words.
  private mutating func skipMark() throws(SyntaxFault) {
    if end >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    if end >= 2 {
      let isMarked = (bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0xFF && bytes[1] == 0xFE)
      guard !isMarked, bytes[0] != 0, bytes[1] != 0 else { throw fault(.utf16) }
    }
  }

  private func checkNames(of frame: Frame) throws(SyntaxFault) {
    let document = Document(bytes: bytes, byteCount: end, tape: tape)
    var seen: Set<ExactName> = []
    var member = frame.start + 3
    for _ in 0..<frame.count {
      let name = document.name(at: member)
      guard seen.insert(ExactName(name)).inserted else {
        throw SyntaxFault(reason: .duplicate(name), offset: document.offset(of: member))
      }
      member = document.index(after: member + 1)
    }
  }

  func fault(_ reason: SyntaxFault.Reason) -> SyntaxFault { SyntaxFault(reason: reason, offset: position) }

  /// Where in the document the parser stands.
  private var path: MappingPath {
    let document = Document(bytes: bytes, byteCount: end, tape: tape)
    return MappingPath(
      frames.compactMap { frame in
        if !frame.isObject { return .index(Int(frame.count)) }
        return frame.key == 0 ? nil : .name(document.name(at: frame.key))
      })
  }
}

/// The bytes that JSON's grammar names.
enum Byte {
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openObject = UInt8(ascii: "{")
  static let closeObject = UInt8(ascii: "}")
  static let openList = UInt8(ascii: "[")
  static let closeList = UInt8(ascii: "]")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let point = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")
}
