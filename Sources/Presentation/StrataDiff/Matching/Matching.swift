// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds out which row is which: equal ends first, then side by side, and only what that leaves by hashing.
@usableFromInline struct Matching<Row: Equatable> {
  @usableFromInline let old: [[Row]]
  @usableFromInline let new: [[Row]]
  @usableFromInline var pairs: [SectionPair] = []
  /// Rows that stand nowhere near their old place, ascending.
  @usableFromInline var looseOld: [Loose] = []
  @usableFromInline var looseNew: [Loose] = []
  /// Rows that went from one section to another.
  @usableFromInline var crossings: [(old: RowPlace, new: RowPlace)] = []
  /// Rows of the new list whose id comes again.
  @usableFromInline var duplicates: [RowPlace] = []

  /// A row by its pair and its index in the section.
  @usableFromInline struct Loose: Sendable {
    @usableFromInline var pair: Int32
    @usableFromInline var row: Int32

    @inlinable init(_ pair: Int, _ row: Int) {
      self.pair = Int32(truncatingIfNeeded: pair)
      self.row = Int32(truncatingIfNeeded: row)
    }
  }

  /// How far the walk looks for where the lists meet again, at first; twice as far after each failure.
  @usableFromInline static var window: Int { 8 }
  /// How many looks the walk has for nothing; eight matches earn one more.
  @usableFromInline static var looks: Int { 2_048 }

  @inlinable init(_ old: [[Row]], _ new: [[Row]]) {
    self.old = old
    self.new = new
  }

  /// Takes off the ends where the same rows stand, comparing their content on the way.
  @inlinable func trim<ID: Hashable>(old oldSection: Int, new newSection: Int, _ id: (Row) -> ID) -> SectionPair {
    let (old, new) = (old[oldSection], new[newSection])
    var headUpdates: [Changeset.Update] = []
    var tailUpdates: [Changeset.Update] = []
    var head = 0
    var tail = 0
    let shorter = min(old.count, new.count)
    while head < shorter, id(old[head]) == id(new[head]) {
      if old[head] != new[head] { headUpdates.append(.init(old: head, new: head)) }
      head += 1
    }
    while tail < shorter - head {
      let (left, right) = (old.count - 1 - tail, new.count - 1 - tail)
      guard id(old[left]) == id(new[right]) else { break }
      if old[left] != new[right] { tailUpdates.append(.init(old: left, new: right)) }
      tail += 1
    }
    tailUpdates.reverse()
    return SectionPair(
      old: oldSection, new: newSection, oldMiddle: head..<(old.count - tail), newMiddle: head..<(new.count - tail),
      headUpdates: headUpdates, tailUpdates: tailUpdates)
  }

  /// Goes through both middles side by side. What is inserted, deleted or replaced is stepped over; where
  /// the lists do not meet again soon, the rows are left to ``search(_:)``, and in the end all of them.
  @inlinable mutating func walk<ID: Hashable>(_ pair: inout SectionPair, _ id: (Row) -> ID) {
    let (old, new) = (old[pair.old], new[pair.new])
    let (oldEnd, newEnd, base) = (pair.oldMiddle.upperBound, pair.newMiddle.upperBound, pair.newMiddle.lowerBound)
    var (left, right) = (pair.oldMiddle.lowerBound, base)
    pair.match = [Int32](repeating: SectionPair.none, count: pair.newMiddle.count)
    pair.isChanged = [Bool](repeating: false, count: pair.newMiddle.count)
    let number = pairs.count
    var (window, looks) = (Self.window, Self.looks)
    while left < oldEnd, right < newEnd, looks + (right - base) / 8 > 0 {
      let (here, there) = (id(old[left]), id(new[right]))
      if here == there {
        pair.match[right - base] = Int32(truncatingIfNeeded: left)
        pair.isChanged[right - base] = old[left] != new[right]
        left += 1
        right += 1
        continue
      }
      var step = (old: 1, new: 1)
      for distance in 1...window {
        if right + distance < newEnd, id(new[right + distance]) == here {
          step = (0, distance)
          break
        }
        if left + distance < oldEnd, id(old[left + distance]) == there {
          step = (distance, 0)
          break
        }
      }
      looks -= step == (1, 1) ? window : 0
      window = step == (1, 1) ? window * 2 : Self.window
      for row in left..<left + step.old { looseOld.append(Loose(number, row)) }
      for row in right..<right + step.new { looseNew.append(Loose(number, row)) }
      left += step.old
      right += step.new
    }
    for row in left..<oldEnd { looseOld.append(Loose(number, row)) }
    for row in right..<newEnd { looseNew.append(Loose(number, row)) }
  }

  /// Finds the rows that are left in a hash table. An id that occurs again is paired by its last place.
  @inlinable mutating func search<ID: Hashable>(_ id: (Row) -> ID) {
    if !looseOld.isEmpty, !looseNew.isEmpty { searchTable(id) }
    for loose in looseOld where loose.row >= 0 { pairs[Int(loose.pair)].deletes.append(Int(loose.row)) }
  }

  @inlinable mutating func searchTable<ID: Hashable>(_ id: (Row) -> ID) {
    var table = LooseTable(capacity: looseOld.count)
    let oldHashes = looseOld.map { id(oldRow($0)).hashValue }
    for (index, loose) in looseOld.enumerated() {
      table.insert(index, hash: oldHashes[index]) { id(oldRow(looseOld[$0])) == id(oldRow(loose)) }
    }
    let newHashes = looseNew.map { id(newRow($0)).hashValue }
    var isTaken = [Bool](repeating: false, count: looseOld.count)
    var fresh: LooseTable?
    // NB: by steps, each for some rows. The processor waits for many places of memory at once if there is nothing
    // else to do between them; one row after the other would wait for each.
    var likely = [Int](repeating: 0, count: Self.batch)
    var places = [Loose](repeating: Loose(0, 0), count: Self.batch)
    var isSame = [Bool](repeating: false, count: Self.batch)
    var isChanged = [Bool](repeating: false, count: Self.batch)
    for end in stride(from: looseNew.count, to: 0, by: -Self.batch) {
      let batch = max(0, end - Self.batch)..<end
      for index in batch { likely[index - batch.lowerBound] = table.find(hash: newHashes[index]) { _ in true } ?? -1 }
      for step in 0..<batch.count where likely[step] >= 0 { places[step] = looseOld[likely[step]] }
      for step in 0..<batch.count where likely[step] >= 0 {
        let (before, after) = (oldRow(places[step]), newRow(looseNew[batch.lowerBound + step]))
        isSame[step] = id(before) == id(after)
        isChanged[step] = before != after
      }
      for index in batch.reversed() {
        let (step, loose) = (index - batch.lowerBound, looseNew[index])
        var found = likely[step] < 0 ? nil : likely[step]
        let row = newRow(loose)
        if found != nil, !isSame[step] {
          found = table.find(hash: newHashes[index]) { id(oldRow(looseOld[$0])) == id(row) }
        }
        if let found, !isTaken[found] {
          isTaken[found] = true
          join(looseOld[found], loose)
        } else if found != nil {
          repeats(loose)
        } else {
          if fresh == nil { fresh = LooseTable(capacity: index + 1) }
          let isFirst = fresh?.insert(index, hash: newHashes[index]) { id(newRow(looseNew[$0])) == id(row) }
          if isFirst == false { repeats(loose) }
        }
      }
    }
    duplicates.reverse()
    for index in isTaken.indices where isTaken[index] { looseOld[index].row = -1 }
  }

  /// How many rows are searched for at once.
  @usableFromInline static var batch: Int { 64 }

  @inlinable mutating func repeats(_ loose: Loose) {
    duplicates.append(RowPlace(section: pairs[Int(loose.pair)].new, row: Int(loose.row)))
  }

  @inlinable func oldRow(_ loose: Loose) -> Row { old[pairs[Int(loose.pair)].old][Int(loose.row)] }
  @inlinable func newRow(_ loose: Loose) -> Row { new[pairs[Int(loose.pair)].new][Int(loose.row)] }

  @inlinable mutating func join(_ left: Loose, _ right: Loose) {
    let number = Int(right.pair)
    let slot = Int(right.row) - pairs[number].newMiddle.lowerBound
    if left.pair == right.pair {
      pairs[number].match[slot] = left.row
      pairs[number].isChanged[slot] = oldRow(left) != newRow(right)
      pairs[number].isUnordered = true
    } else {
      pairs[number].match[slot] = SectionPair.elsewhere
      crossings.append(
        (
          RowPlace(section: pairs[Int(left.pair)].old, row: Int(left.row)),
          RowPlace(section: pairs[number].new, row: Int(right.row))
        ))
    }
  }
}

@available(*, unavailable) extension Matching: Sendable {}
