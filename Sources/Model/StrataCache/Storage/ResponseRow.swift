// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest

/// A response as one row of the file: a head of numbers and texts, each text with its length before it, then the body as
/// it is, and a checksum of its key and all that. SQLite notices damage only where it trips over it, and a row that
/// damage put under another key would be the answer to another question, or to somebody else.
struct ResponseRow: Sendable {
  /// What tells it from the other rows of its key.
  let variant: String
  let bytes: Data

  /// The first byte of every row; another one is a row of another release.
  fileprivate static let format: UInt8 = 3
  fileprivate static let checksumSize = MemoryLayout<UInt64>.size

  init(
    for key: CacheKey, status: Int, headers: Headers, body: Data, asked: Date, received: Date,
    selectors: [StoredResponse.Selector], version: String
  ) {
    variant = StoredResponse.variant(status, selectors)
    var size = 1 + 4 + 8 + 8 + version.packedCount + 4 + 4 + body.count + Self.checksumSize
    for selector in selectors { size += selector.name.packedCount + selector.value.packedCount }
    for field in headers.fields { size += field.name.packedCount + field.value.packedCount }
    var bytes = Data(count: size)
    bytes.withUnsafeMutableBytes { whole in
      var writer = Writer(bytes: whole)
      writer.write(number: Self.format)
      writer.write(number: UInt32(status))
      writer.write(number: asked.timeIntervalSince1970.bitPattern)
      writer.write(number: received.timeIntervalSince1970.bitPattern)
      writer.write(text: version)
      writer.write(number: UInt32(selectors.count))
      for selector in selectors {
        writer.write(text: selector.name)
        writer.write(text: selector.value)
      }
      writer.write(number: UInt32(headers.fields.count))
      for field in headers.fields {
        writer.write(text: field.name)
        writer.write(text: field.value)
      }
      body.withUnsafeBytes { writer.write($0) }
      writer.write(number: UnsafeRawBufferPointer(rebasing: whole[..<writer.offset]).checksum(with: key.text))
    }
    self.bytes = bytes
  }
}

/// Bytes that are no stored response.
private struct Unpackable: Error {}

extension StoredResponse {
  /// The response as it is written under a key.
  func row(for key: CacheKey) -> ResponseRow {
    ResponseRow(
      for: key, status: status, headers: headers, body: body, asked: asked, received: received, selectors: selectors,
      version: version)
  }

  /// The response in the bytes of a row that was found under a key; `nil` if they are none, or another key's.
  static func unpacked(_ row: Data, for key: String, guess: Heuristics) -> StoredResponse? {
    try? read(row, key, guess)
  }

  private static func read(_ row: Data, _ key: String, _ guess: Heuristics) throws -> StoredResponse {
    try row.withUnsafeBytes { whole in
      let bytes = UnsafeRawBufferPointer(rebasing: whole.dropLast(ResponseRow.checksumSize))
      var (reader, end) = (Reader(bytes: bytes), Reader(bytes: whole, offset: bytes.count))
      guard try reader.number(UInt8.self) == ResponseRow.format,
        try end.number(UInt64.self) == bytes.checksum(with: key)
      else { throw Unpackable() }
      let status = Int(try reader.number(UInt32.self))
      let asked = Date(timeIntervalSince1970: Double(bitPattern: try reader.number(UInt64.self)))
      let received = Date(timeIntervalSince1970: Double(bitPattern: try reader.number(UInt64.self)))
      let version = try reader.text()
      let selectors = try reader.pairs().map { Selector(name: $0, value: $1) }
      let headers = Headers(try reader.pairs().map { Headers.Field($0, $1) })
      return StoredResponse(
        status: status, headers: headers, body: reader.rest, asked: asked, received: received,
        selectors: selectors, version: version, guess: guess)
    }
  }
}

/// Writes numbers and texts into a buffer that was measured for them.
private struct Writer {
  let bytes: UnsafeMutableRawBufferPointer
  var offset = 0

  mutating func write(_ content: UnsafeRawBufferPointer) {
    UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: content)
    offset += content.count
  }

  mutating func write(number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { write($0) }
  }

  mutating func write(text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(number: UInt32(utf8.count))
      write(UnsafeRawBufferPointer(utf8))
    }
  }
}

extension String {
  /// How many bytes it takes with its length.
  fileprivate var packedCount: Int { MemoryLayout<UInt32>.size + utf8.count }
}

/// Reads numbers and texts, and never past the end.
private struct Reader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let end = offset + MemoryLayout<Number>.size
    guard end <= bytes.count else { throw Unpackable() }
    defer { offset = end }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  mutating func text() throws -> String {
    let count = Int(try number(UInt32.self))
    guard count <= bytes.count - offset else { throw Unpackable() }
    defer { offset += count }
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]), as: UTF8.self)
  }

  mutating func pairs() throws -> [(String, String)] {
    let count = Int(try number(UInt32.self))
    // A pair takes 8 bytes at least, so a wrong count ends soon.
    guard count <= (bytes.count - offset) / 8 else { throw Unpackable() }
    var pairs: [(String, String)] = []
    pairs.reserveCapacity(count)
    for _ in 0..<count { pairs.append((try text(), try text())) }
    return pairs
  }

  var rest: Data { bytes.baseAddress.map { Data(bytes: $0 + offset, count: bytes.count - offset) } ?? Data() }
}

extension UnsafeRawBufferPointer {
  /// Another number, but for one damage in very many, where a byte of the key or of these is another.
  fileprivate func checksum(with key: String) -> UInt64 {
    var key = key
    return checksum(key.withUTF8 { UnsafeRawBufferPointer($0).checksum(0xCBF2_9CE4_8422_2325) })
  }

  /// FNV-1a, eight bytes at a time.
  private func checksum(_ seed: UInt64) -> UInt64 {
    var (sum, offset) = (seed, 0)
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x100_0000_01B3
      sum ^= sum >> 32
    }
    while offset + 8 <= count {
      add(UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    for byte in self[offset...] { add(UInt64(byte)) }
    return sum
  }
}
