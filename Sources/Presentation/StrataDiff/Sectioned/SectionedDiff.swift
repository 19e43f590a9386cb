// Part of Strata.
// SPDX-License-Identifier: MIT

extension Diff {
  /// The changes that turn one list in sections into the other.
  ///
  /// ```swift
  /// let changes = Diff.changes(from: shown, to: sections) { $0.id }
  /// ```
  ///
  /// - Parameters:
  ///   - old: What is shown.
  ///   - new: What shall be shown.
  ///   - id: What makes a row the same row, in whichever section.
  @inlinable public static func changes<SectionID, Row: Equatable, ID: Hashable>(
    from old: [DiffSection<SectionID, Row>], to new: [DiffSection<SectionID, Row>], id: (Row) -> ID
  ) -> SectionedChangeset {
    var result = SectionedChangeset()
    result.sections = changes(from: old.map { SectionHead($0) }, to: new.map { SectionHead($0) }) { $0.id }
    var matching = Matching<Row>()
    for (left, right) in result.sections.survivors(old: old.count, new: new.count)
    where !isSame(old[left].rows, new[right].rows) {
      let ends = EqualEnds(old[left].rows, new[right].rows, id)
      matching.walk(ends, old: old[left].rows, new: new[right].rows, sections: (left, right), id)
    }
    matching.search(id)
    for number in matching.pairs.indices {
      let changes = matching.changes(ofPair: number)
      let pair = matching.pairs[number]
      if !changes.isEmpty { result.rows.append(.init(old: pair.old, new: pair.new, changes: changes)) }
    }
    result.crossings = matching.crossings
    result.duplicates = matching.duplicates
    return result
  }

  /// The changes between two lists of identifiable rows in sections.
  @inlinable public static func changes<SectionID, Row: Equatable & Identifiable>(
    from old: [DiffSection<SectionID, Row>], to new: [DiffSection<SectionID, Row>]
  ) -> SectionedChangeset {
    changes(from: old, to: new) { $0.id }
  }
}

/// A section without its rows.
@usableFromInline struct SectionHead<ID: Hashable>: Equatable {
  @usableFromInline let id: ID
  @usableFromInline let revision: Int

  @inlinable init(_ section: DiffSection<ID, some Equatable>) {
    id = section.id
    revision = section.revision
  }
}

extension SectionHead: Sendable where ID: Sendable {}

extension Changeset {
  /// Which old index is which new one, ascending in the new list, for everything that stayed or moved.
  public func survivors(old oldCount: Int, new newCount: Int) -> [(old: Int, new: Int)] {
    var left = [Bool](repeating: true, count: oldCount)
    var origin = [Int?](repeating: nil, count: newCount)
    var isTaken = [Bool](repeating: false, count: newCount)
    for index in deletes { left[index] = false }
    for index in inserts { isTaken[index] = true }
    for move in moves {
      left[move.old] = false
      isTaken[move.new] = true
      origin[move.new] = move.old
    }
    var rest = left.indices.lazy.filter { left[$0] }.makeIterator()
    for index in origin.indices where !isTaken[index] { origin[index] = rest.next() }
    return origin.enumerated().compactMap { new, old in old.map { ($0, new) } }
  }
}
