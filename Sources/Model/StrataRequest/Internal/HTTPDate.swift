// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// Dates as HTTP writes them (RFC 9110 section 5.6.7), read by hand: formatters are slow and not safe everywhere.
enum HTTPDate {
  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for anything else.
  static func parse(_ text: String) -> Date? {
    let parts = text.split { " ,:-".contains($0) }
    guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]), let month = months.firstIndex(of: parts[2]),
      let year = Int(parts[3]), let hour = Int(parts[4]), let minute = Int(parts[5]), let second = Int(parts[6]),
      (1...31).contains(day), (1...9_999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let days = daysFromEpoch(year, month + 1, day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  private static let months: [Substring] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Days since 1970-01-01 in the Gregorian calendar, counted with years that begin in March.
  private static func daysFromEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
