// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

extension Catalogue {
  /// What a search found, best first.
  public struct Found: Sendable, RandomAccessCollection {
    fileprivate let catalogue: Catalogue
    /// Nil for the whole catalogue.
    fileprivate let places: [Int]?

    /// 0, as of an array.
    public var startIndex: Int { 0 }
    /// How many were found.
    public var endIndex: Int { places?.count ?? catalogue.count }
    /// One of them.
    public subscript(index: Int) -> Book { catalogue[places?[index] ?? index] }
  }

  /// The books in whose title, authors or subject every word of a query occurs, without regard to case and marks.
  ///
  /// The title that is the query comes first, then titles that begin with it, titles that hold every word, and the
  /// rest, each in the order of the catalogue. A blank query finds everything, one of nothing but punctuation nothing.
  ///
  /// - Parameter query: At most 200 characters count.
  public func search(_ query: String) -> Found {
    let query = String(query.prefix(200))
    guard query.contains(where: { !$0.isWhitespace }) else { return Found(catalogue: self, places: nil) }
    let folded = SearchText.fold(query)
    let words = Set(folded.components(separatedBy: " ").filter { !$0.isEmpty }).sorted()
    guard !words.isEmpty else { return Found(catalogue: self, places: []) }
    let all = WordSet.max >> (WordSet.bitWidth - words.count)
    let matches = texts.enumerated().map { Match($1, at: $0, of: words, query: folded) }
      .filter { !$0.isHopeless(all) }
    var ranked: [[Int]] = [[], [], [], []]
    var volume = 1
    while (volume - 1) * entries.count < count {
      // What every volume's title has besides the book's.
      let added = volume == 1 ? 0 : words.set { "volume".contains($0) || "\(volume)".contains($0) }
      for match in matches where match.everything | added == all {
        let place = (volume - 1) * entries.count + match.entry
        guard place < count else { break }
        ranked[match.rank(volume, added: added, all)].append(place)
      }
      volume += 1
    }
    return Found(catalogue: self, places: Array(ranked.joined()))
  }
}

/// A bit for each of the up to 100 words of a query.
private typealias WordSet = UInt128

extension [String] {
  fileprivate func set(where isIn: (String) -> Bool) -> WordSet {
    enumerated().reduce(0) { isIn($1.element) ? $0 | 1 << $1.offset : $0 }
  }
}

/// How a query fits a book, whatever its volume.
private struct Match {
  let entry: Int
  let title: WordSet
  let everything: WordSet
  let beginsTitle: Bool
  /// The volume whose title is the query.
  let exactVolume: Int?
  let mayBeVolume: WordSet

  init(_ text: SearchText, at entry: Int, of words: [String], query: String) {
    self.entry = entry
    title = words.set { SearchText.holds(text.title, $0) }
    everything = words.set { SearchText.holds(text.everything, $0) }
    mayBeVolume = words.set { "volume".contains($0) || Int($0) != nil }
    beginsTitle = text.title.hasPrefix(query)
    let stem = text.title + " volume "
    exactVolume = query == text.title ? 1 : query.hasPrefix(stem) ? Int(query.dropFirst(stem.count)) : nil
  }

  /// No volume has the words that are missing.
  func isHopeless(_ all: WordSet) -> Bool { everything | mayBeVolume != all }

  func rank(_ volume: Int, added: WordSet, _ all: WordSet) -> Int {
    if volume == exactVolume { return 0 }
    if beginsTitle { return 1 }
    return title | added == all ? 2 : 3
  }
}
