// Part of Strata.
// SPDX-License-Identifier: MIT

/// Writes pictures as PNG (RFC 2083): eight bits each of red, green and blue.
enum PNG {
  static func encode(_ canvas: Canvas) throws -> [UInt8] {
    let header = canvas.width.bigEndianBytes + canvas.height.bigEndianBytes + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", try Deflate.zlib(canvas.bytes)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + bytes
    return bytes.count.bigEndianBytes + named + Int(Checksum.crc(named)).bigEndianBytes
  }
}

extension Int {
  /// The low four.
  fileprivate var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) } }
}
