// Part of Strata.
// SPDX-License-Identifier: MIT

extension Matching {
  /// What a section's rows do. Rows from and to other sections count as coming and going in the hunks alone.
  @inlinable func changes(ofPair number: Int) -> Changeset {
    let pair = pairs[number]
    let stays = pair.stays()
    var result = Changeset()
    result.updates = pair.headUpdates
    result.deletes = pair.deletes
    var next = (old: pair.oldMiddle.lowerBound, new: pair.newMiddle.lowerBound)
    for index in pair.newMiddle {
      let slot = index - pair.newMiddle.lowerBound
      let place = Int(pair.match[slot])
      if place < 0 {
        if place == Int(SectionPair.none) { result.inserts.append(index) }
        continue
      }
      let isChanged = pair.isChanged[slot]
      if let stays, !stays[slot] {
        result.moves.append(.init(old: place, new: index, isChanged: isChanged))
        continue
      }
      if place > next.old || index > next.new { result.replace(next.old..<place, with: next.new..<index) }
      if isChanged { result.updates.append(.init(old: place, new: index)) }
      next = (place + 1, index + 1)
    }
    result.replace(next.old..<pair.oldMiddle.upperBound, with: next.new..<pair.newMiddle.upperBound)
    result.updates += pair.tailUpdates
    return result
  }
}
