// Part of Strata.
// SPDX-License-Identifier: MIT

/// Finds what changed between two lists: by identity what came and went, by equality what shows other content.
///
/// ```swift
/// let changes = Diff.changes(from: shown, to: rows, id: \.id)
/// ```
///
/// Rows that keep their order stay, as many as possible; a row that moved is removed
/// and inserted. An id that occurs again is paired by its last place in each list.
/// Replaying the result gives the new list, always. Safe to use from any task.
///
/// - Complexity: One pass over equal ends; n log n between them.
public enum Diff: Sendable {
  /// The changes that turn one list into the other.
  ///
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What shall be shown.
  ///   - id: What makes a row the same row.
  @inlinable public static func changes<Row: Equatable, ID: Hashable>(
    from old: [Row], to new: [Row], id: (Row) -> ID
  ) -> Changeset {
    var head = 0
    var tail = 0
    let shorter = min(old.count, new.count)
    while head < shorter, id(old[head]) == id(new[head]) { head += 1 }
    while tail < shorter - head, id(old[old.count - 1 - tail]) == id(new[new.count - 1 - tail]) { tail += 1 }
    let oldMiddle = head..<(old.count - tail)
    let newMiddle = head..<(new.count - tail)
    var kept: [Changeset.Update] = []
    if !oldMiddle.isEmpty, !newMiddle.isEmpty {
      var places: [ID: Int] = [:]
      for index in oldMiddle { places[id(old[index])] = index }
      var taken: Set<ID> = []
      var pairs: [Changeset.Update] = []
      for index in newMiddle.reversed() {
        let key = id(new[index])
        if let place = places[key], taken.insert(key).inserted { pairs.append(.init(old: place, new: index)) }
      }
      kept = longestRising(pairs.reversed())
    }
    return assemble(old, new, oldMiddle, newMiddle, kept)
  }

  /// The changes between two lists of identifiable rows.
  @inlinable public static func changes<Row: Equatable & Identifiable>(from old: [Row], to new: [Row]) -> Changeset {
    changes(from: old, to: new) { $0.id }
  }

  @usableFromInline static func longestRising(_ pairs: [Changeset.Update]) -> [Changeset.Update] {
    var tops: [Int] = []
    var previous = [Int](repeating: -1, count: pairs.count)
    for index in pairs.indices {
      var low = 0
      var high = tops.count
      if let top = tops.last, pairs[top].old < pairs[index].old { low = high }
      while low < high {
        let middle = (low + high) / 2
        if pairs[tops[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var rising: [Changeset.Update] = []
    var index = tops.last ?? -1
    while index >= 0 {
      rising.append(pairs[index])
      index = previous[index]
    }
    return rising.reversed()
  }

  @inlinable static func assemble<Row: Equatable>(
    _ old: [Row], _ new: [Row], _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, _ kept: [Changeset.Update]
  ) -> Changeset {
    var result = Changeset()
    var next = (old: oldMiddle.lowerBound, new: newMiddle.lowerBound)
    for index in 0..<oldMiddle.lowerBound where old[index] != new[index] {
      result.updates.append(.init(old: index, new: index))
    }
    for pair in kept {
      result.replace(next.old..<pair.old, with: next.new..<pair.new)
      if old[pair.old] != new[pair.new] { result.updates.append(pair) }
      next = (pair.old + 1, pair.new + 1)
    }
    result.replace(next.old..<oldMiddle.upperBound, with: next.new..<newMiddle.upperBound)
    for (index, other) in zip(oldMiddle.upperBound..<old.count, newMiddle.upperBound..<new.count)
    where old[index] != new[other] {
      result.updates.append(.init(old: index, new: other))
    }
    return result
  }
}

extension Changeset {
  @usableFromInline mutating func replace(_ removed: Range<Int>, with inserted: Range<Int>) {
    if !removed.isEmpty || !inserted.isEmpty { hunks.append(Hunk(removed: removed, inserted: inserted)) }
  }
}
