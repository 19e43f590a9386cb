// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Dates in ISO 8601's extended form.
enum ISODate {
  /// Reads a text, all of it.
  static func read(_ text: String) -> CivilDate? {
    var scanner = DateScanner(text)
    var date = CivilDate()
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2)
    else { return nil }
    (date.year, date.month, date.day) = (year, month, day)
    if scanner.isAtEnd { return date }
    guard scanner.skip("Tt "), let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2) else {
      return nil
    }
    (date.hour, date.minute) = (hour, minute)
    if scanner.skip(":") {
      guard let second = scanner.number(2) else { return nil }
      date.second = second
      if scanner.skip(".,") {
        guard let fraction = scanner.fraction() else { return nil }
        date.nanosecond = fraction
      }
    }
    if scanner.isAtEnd { return date }
    _ = scanner.skip(" ")
    guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
    date.offset = offset
    return date
  }

  /// Writes a date in UTC with the fewest digits of the fraction that read as the same date.
  static func text(_ date: Date) -> String {
    let civil = CivilDate(date, in: .gmt)
    let seconds =
      Padded.text(civil.year, 4) + "-" + Padded.text(civil.month, 2) + "-" + Padded.text(civil.day, 2) + "T"
      + Padded.text(civil.hour, 2) + ":" + Padded.text(civil.minute, 2) + ":" + Padded.text(civil.second, 2)
    for digits in [0, 3, 6] {
      let fraction = Padded.fraction(civil.nanosecond, digits)
      let text = seconds + (digits == 0 ? "" : "." + fraction) + "Z"
      if read(text)?.date(in: .gmt) == date { return text }
    }
    return seconds + "." + Padded.fraction(civil.nanosecond, 9) + "Z"
  }
}

/// Numbers with zeros in front.
enum Padded {
  static func text(_ number: Int, _ width: Int) -> String {
    let digits = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The first digits of a fraction, rounded to the nearest.
  static func fraction(_ nanoseconds: Int, _ digits: Int) -> String {
    var unit = 1
    for _ in digits..<9 { unit *= 10 }
    let rounded = min((nanoseconds + unit / 2) / unit, 1_000_000_000 / unit - 1)
    return text(rounded, digits)
  }
}
