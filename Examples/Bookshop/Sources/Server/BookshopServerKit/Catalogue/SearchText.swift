// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// What of a book is searched, folded once.
struct SearchText: Sendable {
  let title: String
  let everything: String

  init(_ entry: CatalogueEntry) {
    let book = entry.book
    title = Self.fold(book.title)
    let rest = book.authors + [book.subject, entry.original, entry.also].compactMap(\.self)
    everything = ([title] + rest.map(Self.fold)).joined(separator: " ")
  }

  /// Whether a folded text holds a folded word: byte by byte, at the speed of C also in a debug build.
  static func holds(_ text: String, _ word: String) -> Bool { strstr(text, word) != nil }

  /// Without case, marks and punctuation, one space between words: `Les Misérables!` and `les miserables` are the same.
  static func fold(_ text: String) -> String {
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    var folded = ""
    for character in plain {
      switch character {
      case "'", "’", "‘": continue
      case "ø": folded += "o"
      case "ł": folded += "l"
      case "æ": folded += "ae"
      case "œ": folded += "oe"
      case "ß": folded += "ss"
      case "+", "#": folded.append(character)
      default: folded.append(character.isLetter || character.isNumber ? character : " ")
      }
    }
    return folded.split(separator: " ").joined(separator: " ").precomposedStringWithCanonicalMapping
  }
}
