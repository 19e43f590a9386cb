// Part of Strata.
// SPDX-License-Identifier: MIT

extension Matching {
  /// How far the walk looks for where the lists meet again, at first; twice as far after each failure.
  @usableFromInline static var window: Int { 8 }
  /// How many looks the walk has for nothing; eight matches earn one more.
  @usableFromInline static var looks: Int { 2_048 }

  /// Goes through both middles of a section side by side. What is inserted, deleted or replaced is stepped over; where
  /// the lists do not meet again soon, the rows are left to ``search(_:)``, and in the end all of them.
  @inlinable mutating func walk<ID: Hashable>(
    _ ends: EqualEnds, old: [Row], new: [Row], sections: (old: Int, new: Int) = (0, 0), _ id: (Row) -> ID
  ) {
    let (oldEnd, newEnd, base) = (ends.oldMiddle.upperBound, ends.newMiddle.upperBound, ends.newMiddle.lowerBound)
    var (left, right) = (ends.oldMiddle.lowerBound, base)
    let shift = add(ends, old[left..<oldEnd], new[right..<newEnd], sections)
    var (window, looks) = (Self.window, Self.looks)
    while left < oldEnd, right < newEnd, looks + (right - base) / 8 > 0 {
      if id(old[left]) == id(new[right]) {
        match[right + shift.new] = Int32(truncatingIfNeeded: left + shift.old)
        isChanged[right + shift.new] = old[left] != new[right]
        left += 1
        right += 1
        continue
      }
      let step = Self.step(old[left..<oldEnd], new[right..<newEnd], window, id)
      looks -= step == (1, 1) ? window : 0
      window = step == (1, 1) ? window * 2 : Self.window
      self.old.loosen(left + shift.old..<left + shift.old + step.old)
      self.new.loosen(right + shift.new..<right + shift.new + step.new)
      left += step.old
      right += step.new
    }
    self.old.loosen(left + shift.old..<oldEnd + shift.old)
    self.new.loosen(right + shift.new..<newEnd + shift.new)
  }

  /// How far it is to where two lists meet again: one and one if that is not within the window.
  @inlinable static func step<ID: Hashable>(
    _ old: ArraySlice<Row>, _ new: ArraySlice<Row>, _ window: Int, _ id: (Row) -> ID
  ) -> (old: Int, new: Int) {
    let (left, right) = (old.startIndex, new.startIndex)
    let (here, there) = (id(old[left]), id(new[right]))
    for distance in 1...window {
      if right + distance < new.endIndex, id(new[right + distance]) == here { return (0, distance) }
      if left + distance < old.endIndex, id(old[left + distance]) == there { return (distance, 0) }
    }
    return (1, 1)
  }

  /// Adds a pair of sections. Returns what makes a row's index its number.
  @inlinable mutating func add(
    _ ends: EqualEnds, _ oldMiddle: ArraySlice<Row>, _ newMiddle: ArraySlice<Row>, _ sections: (old: Int, new: Int)
  ) -> (old: Int, new: Int) {
    let pair = SectionPair(
      sections, ends, oldNumbers: old.append(oldMiddle), newNumbers: new.append(newMiddle))
    pairs.append(pair)
    match.append(contentsOf: repeatElement(Unmatched.none, count: newMiddle.count))
    isChanged.append(contentsOf: repeatElement(false, count: newMiddle.count))
    return (
      pair.oldNumbers.lowerBound - ends.oldMiddle.lowerBound, pair.newNumbers.lowerBound - ends.newMiddle.lowerBound
    )
  }
}
