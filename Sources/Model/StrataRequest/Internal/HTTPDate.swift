// Part of Strata.
// SPDX-License-Identifier: MIT

package import Foundation

/// Dates as HTTP writes them (RFC 9110 section 5.6.7), read by hand: formatters are slow and not safe everywhere.
package enum HTTPDate {
  /// Reads the three forms; `nil` for anything else. The case of names does not count, everything else does.
  ///
  /// - Parameters:
  ///   - text: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
  ///   - now: Decides the century of a year of two digits: it lies at most 50 years ahead.
  package static func parse(_ text: String, now: Date = Date()) -> Date? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    switch parts.count {
    case 6 where parts[2].isEmpty: return asctime(parts[0], parts[1], "0" + parts[3], parts[4], parts[5])
    case 6: return parts[5].isName("GMT") ? fixed(parts) : nil
    case 5: return asctime(parts[0], parts[1], parts[2], parts[3], parts[4])
    case 4: return parts[3].isName("GMT") ? obsolete(parts, now) : nil
    default: return nil
    }
  }

  /// The preferred form of a date, to the second.
  package static func text(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let (year, month, dayOfMonth) = civil(day)
    let time = seconds - day * 86_400
    let weekday = weekdays[((day + 4) % 7 + 7) % 7]
    let clock = [time / 3_600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(weekday.prefix(3)), \(padded(dayOfMonth, 2)) \(months[month - 1]) \(padded(year, 4)) \(clock) GMT"
  }

  // MARK: - The three forms

  private static func fixed(_ parts: [Substring]) -> Date? {
    guard parts[0].last == ",", isWeekday(parts[0].dropLast(), isShort: true), parts[3].utf8.count == 4 else {
      return nil
    }
    return date(year: parts[3], month: parts[2], day: parts[1], time: parts[4])
  }

  private static func obsolete(_ parts: [Substring], _ now: Date) -> Date? {
    let days = parts[1].split(separator: "-", omittingEmptySubsequences: false)
    guard parts[0].last == ",", isWeekday(parts[0].dropLast(), isShort: false), days.count == 3,
      days[2].utf8.count == 2, let twoDigits = number(days[2])
    else { return nil }
    let thisYear = civil(Int(now.timeIntervalSince1970 / 86_400)).year
    var year = thisYear / 100 * 100 + twoDigits
    if year > thisYear + 50 { year -= 100 }
    return date(year: Substring("\(year)"), month: days[1], day: days[0], time: parts[2])
  }

  private static func asctime(
    _ weekday: Substring, _ month: Substring, _ day: Substring, _ time: Substring, _ year: Substring
  ) -> Date? {
    guard isWeekday(weekday, isShort: true), day.utf8.count == 2, year.utf8.count == 4 else { return nil }
    return date(year: year, month: month, day: day, time: time)
  }

  private static func date(year: Substring, month: Substring, day: Substring, time: Substring) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, (clock + [day]).allSatisfy({ $0.utf8.count == 2 }),
      let year = number(year), let month = months.firstIndex(where: { month.isName($0) }), let day = number(day),
      let hour = number(clock[0]), let minute = number(clock[1]), let second = number(clock[2]),
      (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = daysFromEpoch(year, month + 1, day)
    return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
  }

  // MARK: - Names and numbers

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  private static func isWeekday(_ text: Substring, isShort: Bool) -> Bool {
    weekdays.contains { text.isName(isShort ? String($0.prefix(3)) : $0) }
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: - The calendar

  /// Days since 1970-01-01 in the Gregorian calendar, counted with years that begin in March.
  private static func daysFromEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  /// The date of a day since 1970-01-01: the inverse of `daysFromEpoch`.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }
}

extension Substring {
  /// Whether this is a name, without regard to ASCII case.
  fileprivate func isName(_ name: String) -> Bool {
    utf8.count == name.utf8.count && zip(utf8, name.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}
