// Part of Strata.
// SPDX-License-Identifier: MIT

/// Rows by the hash of their id: open addressing, eight bytes a slot, no copy of an id.
@usableFromInline struct LooseTable: Sendable {
  /// Upper half: a part of the hash. Lower half: an index; all ones are a free slot.
  @usableFromInline var slots: [UInt64]
  @usableFromInline let mask: Int

  @usableFromInline static var free: UInt64 { .max }
  @usableFromInline static var tagMask: UInt64 { 0xFFFF_FFFF_0000_0000 }

  /// Makes a table that is between a third and two thirds full in the end.
  @inlinable init(capacity: Int) {
    let size = 1 << (Int.bitWidth - max(8, capacity + capacity / 2).leadingZeroBitCount)
    mask = size - 1
    slots = [UInt64](repeating: Self.free, count: size)
  }

  @inlinable static func tag(_ hash: Int) -> UInt64 { UInt64(UInt(bitPattern: hash)) & tagMask }

  /// The slot of an id: its own, or the free one where it belongs.
  @inline(__always)
  @inlinable func slot(of hash: Int, isSame: (Int) -> Bool) -> Int {
    let tag = Self.tag(hash)
    var place = hash & mask
    while slots[place] != Self.free {
      if slots[place] & Self.tagMask == tag, isSame(Self.index(slots[place])) { break }
      place = (place + 1) & mask
    }
    return place
  }

  @inlinable static func index(_ slot: UInt64) -> Int { Int(slot & ~tagMask) }

  /// Enters a row; a later one of the same id takes the place of an earlier. False if there was one.
  @discardableResult
  @inline(__always)
  @inlinable mutating func insert(_ index: Int, hash: Int, isSame: (Int) -> Bool) -> Bool {
    let place = slot(of: hash, isSame: isSame)
    defer { slots[place] = Self.tag(hash) | UInt64(index) }
    return slots[place] == Self.free
  }

  /// The row of an id, or nil.
  @inline(__always)
  @inlinable func find(hash: Int, isSame: (Int) -> Bool) -> Int? {
    let found = slots[slot(of: hash, isSame: isSame)]
    return found == Self.free ? nil : Self.index(found)
  }
}
