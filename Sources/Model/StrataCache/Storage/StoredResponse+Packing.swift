// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataRequest
import StrataStore

extension StoreEncoding where Value == StoredResponse {
  /// One row: a head of numbers and texts, each text with its length before it, then the body as it is, and a checksum
  /// of all that: SQLite notices damage to its own pages only where it trips over it.
  static func packed(guess: Heuristics) -> Self {
    StoreEncoding(isText: false, encode: { $0.packed }) { try StoredResponse.unpacked($0, guess: guess) }
  }
}

/// Bytes that are no stored response.
struct Unpackable: Error {}

extension StoredResponse {
  /// The first byte of every row; another one is a row of another release.
  private static let format: UInt8 = 2
  private static let checksumSize = MemoryLayout<UInt64>.size

  fileprivate var packed: Data {
    var head: [UInt8] = []
    head.reserveCapacity(size - body.count + 64 + version.utf8.count)
    head.append(Self.format)
    head.append(number: UInt32(status))
    head.append(number: asked.timeIntervalSince1970.bitPattern)
    head.append(number: received.timeIntervalSince1970.bitPattern)
    head.append(text: version)
    head.append(number: UInt32(selectors.count))
    for selector in selectors {
      head.append(text: selector.name)
      head.append(text: selector.value)
    }
    head.append(number: UInt32(headers.fields.count))
    for field in headers.fields {
      head.append(text: field.name)
      head.append(text: field.value)
    }
    var data = Data(capacity: head.count + body.count + Self.checksumSize)
    data.append(contentsOf: head)
    data.append(body)
    withUnsafeBytes(of: data.withUnsafeBytes(\.checksum).littleEndian) { data.append(contentsOf: $0) }
    return data
  }

  static func unpacked(_ data: Data, guess: Heuristics) throws -> StoredResponse {
    try data.withUnsafeBytes { whole in
      let bytes = UnsafeRawBufferPointer(rebasing: whole.dropLast(checksumSize))
      var (reader, end) = (Reader(bytes: bytes), Reader(bytes: whole, offset: bytes.count))
      guard try reader.number(UInt8.self) == format, try end.number(UInt64.self) == bytes.checksum else {
        throw Unpackable()
      }
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
  /// Another number, but for one damage in very many, where a byte is another (FNV-1a, eight bytes at a time).
  fileprivate var checksum: UInt64 {
    var (sum, offset): (UInt64, Int) = (0xCBF2_9CE4_8422_2325, 0)
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

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(text: String) {
    append(number: UInt32(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
