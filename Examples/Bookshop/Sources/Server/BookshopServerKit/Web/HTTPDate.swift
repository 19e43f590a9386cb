// Part of Strata.
// SPDX-License-Identifier: MIT

internal import Foundation

/// A moment to the second, as HTTP writes it (RFC 9110, 5.6.7).
struct HTTPDate: Comparable, Sendable {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private let seconds: Int

  init(_ date: Date) { seconds = Int(date.timeIntervalSince1970.rounded(.down)) }

  /// Reads all three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
    let isOld = words.count == 5
    guard isOld || (words.count == 6 && words[5] == "GMT") else { return nil }
    let (day, month, year, clock) =
      isOld ? (words[2], words[1], words[4], words[3]) : (words[1], words[2], words[3], words[4])
    let time = clock.split(separator: ":").map { Int($0) }
    guard let month = Self.months.firstIndex(of: month), let day = Int(day), var full = Int(year), time.count == 3,
      let hour = time[0], let minute = time[1], let second = time[2], (1...31).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second), (0...9999).contains(full)
    else { return nil }
    if year.count == 2 { full += full < 70 ? 2000 : 1900 }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(full - 1900), Int32(month), Int32(day))
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    seconds = Int(timegm(&parts))
  }

  /// The form that is to be sent.
  var text: String {
    var (time, parts) = (time_t(seconds), tm())
    gmtime_r(&time, &parts)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.padded).joined(separator: ":")
    let date = "\(Self.padded(parts.tm_mday)) \(Self.months[Int(parts.tm_mon)]) \(1900 + parts.tm_year)"
    return "\(Self.days[Int(parts.tm_wday)]), \(date) \(clock) GMT"
  }

  private static func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }

  static func < (a: HTTPDate, b: HTTPDate) -> Bool { a.seconds < b.seconds }
}
