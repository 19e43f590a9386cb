// Part of Strata.
// SPDX-License-Identifier: MIT

extension Matching {
  /// What a section's rows do. Rows from and to other sections count as coming and going in the hunks alone.
  @inlinable func changes(ofPair number: Int) -> Changeset {
    let pair = pairs[number]
    let stays = pair.isUnordered ? RisingOrder.stays(match[pair.newNumbers], within: pair.oldNumbers) : nil
    var result = Changeset()
    result.updates = pair.ends.headUpdates
    result.deletes = pair.deletes
    if let stays { result.moves.reserveCapacity(stays.count { !$0 }) }
    var next = (old: pair.ends.oldMiddle.lowerBound, new: pair.ends.newMiddle.lowerBound)
    for slot in 0..<pair.newNumbers.count {
      let number = pair.newNumbers.lowerBound + slot
      let (found, index) = (Int(match[number]), pair.newRow(number))
      guard pair.oldNumbers.contains(found) else {
        if found < 0 { result.inserts.append(index) }
        continue
      }
      let (place, isChanged) = (pair.oldRow(found), isChanged[number])
      if let stays, !stays[slot] {
        result.moves.append(.init(old: place, new: index, isChanged: isChanged))
        continue
      }
      if place > next.old || index > next.new { result.replace(next.old..<place, with: next.new..<index) }
      if isChanged { result.updates.append(.init(old: place, new: index)) }
      next = (place + 1, index + 1)
    }
    result.replace(next.old..<pair.ends.oldMiddle.upperBound, with: next.new..<pair.ends.newMiddle.upperBound)
    result.updates += pair.ends.tailUpdates
    return result
  }
}
