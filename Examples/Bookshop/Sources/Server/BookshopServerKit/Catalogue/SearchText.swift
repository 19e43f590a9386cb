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
    everything = title + " " + Self.fold(rest.joined(separator: " "))
  }

  /// Whether a folded text holds a folded word: byte by byte, at the speed of C also in a debug build.
  static func holds(_ text: String, _ word: String) -> Bool { strstr(text, word) != nil }

  /// Without case, marks and punctuation, one space between words: `Les Misérables!` and `les miserables` are the same.
  static func fold(_ text: String) -> String {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let plain =
      isASCII
      ? text
      : text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        .precomposedStringWithCanonicalMapping
    var folded: [UInt8] = []
    for scalar in plain.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "+", "#": folded.append(UInt8(scalar.value))
      case "A"..."Z": folded.append(UInt8(scalar.value) | 0x20)
      case "'", "’", "‘": continue
      case "ø": folded.append(UInt8(ascii: "o"))
      case "ł": folded.append(UInt8(ascii: "l"))
      case "æ": folded += "ae".utf8
      case "œ": folded += "oe".utf8
      case "ß": folded += "ss".utf8
      default:
        if scalar.value >= 0x80, scalar.isOfAWord {
          folded += String(scalar).utf8
        } else if folded.last != UInt8(ascii: " ") {
          folded.append(UInt8(ascii: " "))
        }
      }
    }
    return String(decoding: folded, as: UTF8.self).trimmed
  }
}

extension Unicode.Scalar {
  /// A letter, a mark on one, or a number.
  fileprivate var isOfAWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }
}
