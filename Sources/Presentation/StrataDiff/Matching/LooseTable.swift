// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rows by the hash of their id: open addressing, eight bytes a slot, no copy of an id.
@usableFromInline struct LooseTable: Sendable {
  @usableFromInline enum Found: Sendable {
    /// The old row of that index, which nobody had yet.
    case old(Int)
    /// An id that was found before.
    case again
    case nobody
  }

  /// Upper half: a part of the hash. Lower half: index and marks; all ones are a free slot.
  @usableFromInline var slots: [UInt64]
  @usableFromInline let mask: Int

  @usableFromInline static var free: UInt64 { .max }
  @usableFromInline static var takenMark: UInt64 { 1 << 31 }
  @usableFromInline static var newMark: UInt64 { 1 << 30 }
  @usableFromInline static var indexMask: UInt64 { 1 << 30 - 1 }

  /// Makes a table that is four fifths full at most, and half full where every row is found.
  @inlinable init(capacity: Int) {
    let size = 1 << (Int.bitWidth - max(8, capacity + capacity / 4).leadingZeroBitCount)
    mask = size - 1
    slots = [UInt64](repeating: Self.free, count: size)
  }

  @inlinable static func tag(_ hash: Int) -> UInt64 { UInt64(UInt(bitPattern: hash)) & 0xFFFF_FFFF_0000_0000 }

  /// Enters an old row; a later one of the same id takes the place of an earlier.
  @inlinable mutating func insertOld(_ index: Int, hash: Int, isSame: (Int) -> Bool) {
    let tag = Self.tag(hash)
    var place = hash & mask
    while slots[place] != Self.free {
      let slot = slots[place]
      if slot & 0xFFFF_FFFF_0000_0000 == tag, isSame(Int(slot & Self.indexMask)) { break }
      place = (place + 1) & mask
    }
    slots[place] = tag | UInt64(index)
  }

  /// Looks for the old row of a new one's id, and enters the new one where there is none.
  @inlinable mutating func find(hash: Int, new index: Int, isSame: (Int, _ isOld: Bool) -> Bool) -> Found {
    let tag = Self.tag(hash)
    var place = hash & mask
    while slots[place] != Self.free {
      let slot = slots[place]
      let isOld = slot & Self.newMark == 0
      if slot & 0xFFFF_FFFF_0000_0000 == tag, isSame(Int(slot & Self.indexMask), isOld) {
        if slot & (Self.takenMark | Self.newMark) != 0 { return .again }
        slots[place] = slot | Self.takenMark
        return .old(Int(slot & Self.indexMask))
      }
      place = (place + 1) & mask
    }
    slots[place] = tag | Self.newMark | UInt64(index)
    return .nobody
  }
}
