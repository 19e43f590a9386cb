// Part of Strata.
// SPDX-License-Identifier: MIT

extension Matching {
  /// Finds the loose rows by their id. One that occurs again is paired by its last place.
  @inlinable mutating func search<ID: Hashable>(_ id: (Row) -> ID) {
    if !old.loose.isEmpty, !new.loose.isEmpty {
      if !pairByHash(id) || !compare(id) {
        pairByID(id)
        _ = compare(id)
      }
      for index in pairs.indices where !new.middles[index].loose.isEmpty { pairs[index].isUnordered = true }
    }
    noteDeletes()
  }

  /// Pairs rows whose ids have the same hash. False if ids were met that share one and are not the same.
  ///
  /// Those of a pair are not looked at here: that is left to ``compare(_:)``, which has both rows at hand.
  @inlinable mutating func pairByHash<ID: Hashable>(_ id: (Row) -> ID) -> Bool {
    let (old, new) = (old, new)
    let oldHashes = old.hashes(id)
    let newHashes = new.hashes(id)
    return HashPairing(old.loose, oldHashes, new.loose, newHashes).pair(
      &match, isSameOld: { id(old[$0]) == id(old[$1]) }, isSameNew: { id(new[$0]) == id(new[$1]) })
  }

  /// Pairs rows by their ids themselves: slower, and right whatever the hashes are.
  @inlinable mutating func pairByID<ID: Hashable>(_ id: (Row) -> ID) {
    var numbers: [ID: Int32] = [:]
    for number in old.loose { numbers[id(old[Int(number)])] = number }
    for number in new.loose.reversed() {
      match[Int(number)] = numbers.updateValue(Unmatched.repeated, forKey: id(new[Int(number)])) ?? Unmatched.none
    }
  }

  /// Compares the content of the loose rows that were paired. False if two of them have not the same id.
  @inlinable mutating func compare<ID: Hashable>(_ id: (Row) -> ID) -> Bool {
    for pair in pairs.indices where !compareStaying(pair, id) || !compareCrossing(pair, id) { return false }
    return true
  }

  /// Those that are still in their section.
  @inlinable mutating func compareStaying<ID: Hashable>(_ pair: Int, _ id: (Row) -> ID) -> Bool {
    let (before, after, loose, match) = (old.middles[pair], new.middles[pair], new.loose, match)
    let (oldStart, newStart) = (before.numbers.lowerBound, after.numbers.lowerBound)
    // NB: pointers, and nothing else to do in the loop. So the processor fetches the old rows of many new ones at
    // once; otherwise it would wait for each.
    return isChanged.withUnsafeMutableBufferPointer { buffer in
      let isChanged = buffer
      return before.rows.withUnsafeBufferPointer { oldRows in
        after.rows.withUnsafeBufferPointer { newRows in
          for number in loose[after.loose].lazy.map(Int.init) {
            let place = Int(match[number]) - oldStart
            if !oldRows.indices.contains(place) { continue }
            if id(oldRows[place]) != id(newRows[number - newStart]) { return false }
            isChanged[number] = oldRows[place] != newRows[number - newStart]
          }
          return true
        }
      }
    }
  }

  /// Those that came from another section.
  @inlinable mutating func compareCrossing<ID: Hashable>(_ pair: Int, _ id: (Row) -> ID) -> Bool {
    if pairs.count == 1 { return true }
    for number in new.loose[new.middles[pair].loose].lazy.map(Int.init) {
      let found = Int(match[number])
      if found < 0 || old.middles[pair].numbers.contains(found) { continue }
      let (before, after) = (old[found], new[number])
      if id(before) != id(after) { return false }
      isChanged[number] = before != after
    }
    return true
  }

  /// Tells each pair which of its old rows are gone.
  @inlinable mutating func noteDeletes() {
    var isTaken = [Bool](repeating: false, count: old.count)
    for number in new.loose {
      let found = Int(match[Int(number)])
      if found >= 0 { isTaken[found] = true }
    }
    for index in pairs.indices {
      for number in old.loose[old.middles[index].loose] where !isTaken[Int(number)] {
        pairs[index].deletes.append(pairs[index].oldRow(Int(number)))
      }
    }
  }
}
