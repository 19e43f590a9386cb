// Part of Strata.
// SPDX-License-Identifier: MIT

internal import CBookshopZlib

/// zlib's compression.
enum Deflate {
  struct Failed: Error { let code: Int32 }

  /// A gzip member without name and time, so that the same bytes always give the same.
  static func gzip(_ bytes: [UInt8]) throws -> [UInt8] { try run(bytes, window: 31) }

  /// zlib's own format, which PNG wants.
  static func zlib(_ bytes: [UInt8]) throws -> [UInt8] { try run(bytes, window: 15) }

  private static func run(_ bytes: [UInt8], window: Int32) throws -> [UInt8] {
    var stream = z_stream()
    let status = bookshop_deflate_init(&stream, 6, window)
    guard status == Z_OK else { throw Failed(code: status) }
    defer { deflateEnd(&stream) }
    var input = bytes
    // NB: the bound counts the header of the chosen format only after the stream was set up.
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    return try input.withUnsafeMutableBufferPointer { source in
      try [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(buffer.count)
        let status = deflate(&stream, Z_FINISH)
        guard status == Z_STREAM_END else { throw Failed(code: status) }
        count = buffer.count - Int(stream.avail_out)
      }
    }
  }
}

/// Sums over bytes, at the speed of C also in a debug build.
enum Checksum {
  static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let bytes = Array(bytes)
    return UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }

  /// A strong entity tag: two independent sums and the length.
  static func tag(_ bytes: [UInt8]) -> String {
    let adler = UInt32(truncatingIfNeeded: adler32(1, bytes, UInt32(bytes.count)))
    return "\"" + [crc(bytes), adler, UInt32(bytes.count)].map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }
}
