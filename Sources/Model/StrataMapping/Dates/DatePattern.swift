// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A date pattern, read once.
struct DatePattern: Sendable {
  enum Part: Equatable {
    case text(String)
    case letter(Character, Int)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  private static let known: [Character: ClosedRange<Int>] = [
    "y": 2...4, "M": 1...4, "d": 1...2, "H": 1...2, "h": 1...2, "a": 1...1, "m": 1...2, "s": 1...2, "S": 1...9,
    "E": 1...4, "Z": 1...5, "X": 3...3, "z": 1...1,
  ]

  private let parts: [Part]

  /// Reads a pattern; `nil` if it has a letter that is not known.
  init?(_ pattern: String) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let first = rest.first {
      if first == "'" {
        guard let text = Self.quoted(&rest) else { return nil }
        parts.append(.text(text))
      } else if first.isLetter {
        let run = rest.prefix { $0 == first }
        guard let counts = Self.known[first], counts.contains(run.count), run.count != 3 || first != "y" else {
          return nil
        }
        parts.append(.letter(first, run.count))
        rest.removeFirst(run.count)
      } else {
        parts.append(.text(String(first)))
        rest.removeFirst()
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  /// Reads a text in quotes; two quotes are one.
  private static func quoted(_ rest: inout Substring) -> String? {
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "'") else { return nil }
    let text = rest[..<end]
    rest = rest[rest.index(after: end)...]
    return text.isEmpty ? "'" : String(text)
  }

  // MARK: - Reading

  /// Reads a text, all of it.
  func read(_ text: String) -> CivilDate? {
    var scanner = DateScanner(text)
    var date = CivilDate()
    var half: Int?
    for part in parts {
      switch part {
      case .text(let text): guard scanner.skip(text: text) else { return nil }
      case .letter("a", _):
        half = scanner.word(["AM", "PM"])
        guard half != nil else { return nil }
      case .letter(let letter, let count): guard Self.read(letter, count, &scanner, &date) else { return nil }
      }
    }
    guard scanner.isAtEnd else { return nil }
    if let half {
      guard (1...12).contains(date.hour) else { return nil }
      date.hour = date.hour % 12 + 12 * half
    }
    return date
  }

  private static func read(
    _ letter: Character, _ count: Int, _ scanner: inout DateScanner, _ date: inout CivilDate
  ) -> Bool {
    let digits = count == 1 ? 1...2 : count...count
    switch letter {
    case "y": return set(&date.year, scanner.number(count), count == 2 ? { $0 + ($0 < 70 ? 2_000 : 1_900) } : { $0 })
    case "M" where count == 4: return set(&date.month, scanner.word(months), { $0 + 1 })
    case "M" where count == 3: return set(&date.month, scanner.word(months, prefix: 3), { $0 + 1 })
    case "M": return set(&date.month, scanner.number(digits))
    case "d": return set(&date.day, scanner.number(digits))
    case "H", "h": return set(&date.hour, scanner.number(digits))
    case "m": return set(&date.minute, scanner.number(digits))
    case "s": return set(&date.second, scanner.number(digits))
    case "S": return set(&date.nanosecond, scanner.fraction())
    case "E": return scanner.word(weekdays, prefix: count == 4 ? nil : 3) != nil
    default:
      if letter == "z", scanner.word(["GMT", "UTC"]) != nil {
        date.offset = 0
        return true
      }
      date.offset = scanner.offset()
      return date.offset != nil
    }
  }

  private static func set(_ field: inout Int, _ value: Int?, _ change: (Int) -> Int = { $0 }) -> Bool {
    guard let value else { return false }
    field = change(value)
    return true
  }

  // MARK: - Writing

  /// Writes a date as a zone's calendar shows it.
  func text(_ date: Date, in zone: TimeZone) -> String {
    let date = CivilDate(date, in: zone)
    return parts.reduce(into: "") { text, part in
      switch part {
      case .text(let fixed): text += fixed
      case .letter(let letter, let count): text += Self.text(letter, count, date)
      }
    }
  }

  private static func text(_ letter: Character, _ count: Int, _ date: CivilDate) -> String {
    switch letter {
    case "y": return count == 2 ? Padded.text(date.year % 100, 2) : Padded.text(date.year, 4)
    case "M" where count == 4: return months[date.month - 1]
    case "M" where count == 3: return String(months[date.month - 1].prefix(3))
    case "M": return Padded.text(date.month, count)
    case "d": return Padded.text(date.day, count)
    case "H": return Padded.text(date.hour, count)
    case "h": return Padded.text((date.hour + 11) % 12 + 1, count)
    case "a": return date.hour < 12 ? "AM" : "PM"
    case "m": return Padded.text(date.minute, count)
    case "s": return Padded.text(date.second, count)
    case "S": return Padded.fraction(date.nanosecond, count)
    case "E": return count == 4 ? weekdays[date.weekday] : String(weekdays[date.weekday].prefix(3))
    default: return offset(letter, count, date.offset ?? 0)
    }
  }

  private static func offset(_ letter: Character, _ count: Int, _ offset: Int) -> String {
    if offset == 0, letter == "z" { return "GMT" }
    if offset == 0, letter == "X" || count == 5 { return "Z" }
    let minutes = abs(offset) / 60
    let colon = letter == "X" || count == 5 ? ":" : ""
    return (offset < 0 ? "-" : "+") + Padded.text(minutes / 60, 2) + colon + Padded.text(minutes % 60, 2)
  }
}
