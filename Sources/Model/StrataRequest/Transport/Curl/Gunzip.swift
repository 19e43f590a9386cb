// Part of Strata.
// SPDX-License-Identifier: MIT

#if canImport(CStrataCurl)
import CStrataCurl
import Foundation

/// Undoes gzip (RFC 1952) as it comes, and knows whether it was all. Used on the loop's thread only.
final class Gunzip {
  private static let room = 64 * 1_024

  // On the heap: zlib keeps the address.
  private let stream = UnsafeMutablePointer<strata_zlib_stream>.allocate(capacity: 1)
  private var hasBegun = false
  private var isAtEnd = false

  init() {
    stream.initialize(to: strata_zlib_stream())
    hasBegun = strata_gunzip_begin(stream) == Int32(STRATA_ZLIB_OK)
  }

  deinit {
    if hasBegun { strata_inflate_end(stream) }
    stream.deallocate()
  }

  /// Whether what has come is whole: every member to its checksum, or nothing at all.
  var isWhole: Bool { isAtEnd || stream.pointee.total_in == 0 }

  /// The next bytes without compression; `nil` if they are damaged.
  func add(_ bytes: UnsafeRawBufferPointer) -> Data? {
    guard hasBegun else { return nil }
    var plain = Data()
    stream.pointee.next_in = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(bytes.count)
    repeat {
      if isAtEnd, stream.pointee.avail_in > 0 {
        // A further member; anything else after the end is padding, which everybody ignores.
        guard stream.pointee.next_in?.pointee == 0x1F, strata_inflate_reset(stream) == Int32(STRATA_ZLIB_OK) else {
          return plain
        }
        isAtEnd = false
      }
      let status = plain.appending(Self.room) { room in
        stream.pointee.next_out = room
        stream.pointee.avail_out = UInt32(Self.room)
        let status = strata_inflate(stream, 0)
        return (status, Self.room - Int(stream.pointee.avail_out))
      }
      isAtEnd = status == Int32(STRATA_ZLIB_END)
      guard
        status == Int32(STRATA_ZLIB_OK) || status == Int32(STRATA_ZLIB_END) || status == Int32(STRATA_ZLIB_NO_PROGRESS)
      else { return nil }
    } while stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    return plain
  }
}

extension Data {
  /// Makes room at the end and keeps what was written there.
  fileprivate mutating func appending<Result>(
    _ room: Int, _ write: (UnsafeMutablePointer<UInt8>) -> (Result, count: Int)
  ) -> Result {
    let before = count
    count += room
    let (result, written) = withUnsafeMutableBytes { bytes in
      write((bytes.baseAddress! + before).assumingMemoryBound(to: UInt8.self))
    }
    count = before + written
    return result
  }
}
#endif
