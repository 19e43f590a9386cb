// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation

/// A date as a calendar and a clock show it.
struct CivilDate: Equatable {
  var year = 1970
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0
  var nanosecond = 0
  /// Seconds east of UTC; `nil` where the text does not say.
  var offset: Int?

  /// The moment; `nil` if the calendar or the clock has no such one.
  func date(in zone: TimeZone) -> Date? {
    guard (1...12).contains(month), day >= 1, day <= Self.days(inMonth: month, of: year), isOnClock else { return nil }
    let local = Self.days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    let seconds = local - (offset ?? Self.offset(of: zone, atLocal: local))
    // A leap second is only ever the last one of a day of UTC: here the minute after it has begun.
    if second == 60, seconds % 86_400 != 0 { return nil }
    let sinceReference = Double(seconds - Int(Date.timeIntervalBetween1970AndReferenceDate))
    return Date(timeIntervalSinceReferenceDate: sinceReference + Double(nanosecond) / 1e9)
  }

  private var isOnClock: Bool {
    if hour == 24 { return minute == 0 && second == 0 && nanosecond == 0 }
    return (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
      && abs(offset ?? 0) < 86_400
  }

  /// What a calendar shows at a moment; the fraction is cut after nanoseconds.
  init(_ date: Date, in zone: TimeZone) {
    let since2001 = date.timeIntervalSinceReferenceDate
    var whole = since2001.rounded(.down)
    var nanosecond = ((since2001 - whole) * 1e9).rounded()
    if nanosecond == 1e9 { (whole, nanosecond) = (whole + 1, 0) }
    // NB: what no calendar shows is clamped, so that an absurd date traps nothing.
    let seconds = Int(max(-1e15, min(1e15, whole))) + Int(Date.timeIntervalBetween1970AndReferenceDate)
    let offset = zone.secondsFromGMT(for: date)
    let local = seconds + offset
    let day = Self.floorDivided(local, 86_400)
    let time = local - day * 86_400
    (year, month, self.day) = Self.civil(fromDays: day)
    (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
    self.nanosecond = Int(nanosecond)
    self.offset = offset
  }

  init() {}

  // MARK: - Calendar

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970 in the Gregorian calendar. A year is counted from March, so that leap days come last.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let era = floorDivided(marchYear, 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The calendar's date of a day since 1970.
  static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = floorDivided(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day of the week, from 0 for Sunday.
  var weekday: Int { ((Self.days(year, month, day) + 4) % 7 + 7) % 7 }

  static func floorDivided(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }

  /// A zone's offset at a local time: of an hour that is there twice the first one; in an hour that is skipped, the
  /// offset before the change.
  private static func offset(of zone: TimeZone, atLocal local: Int) -> Int {
    func offset(at seconds: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) }
    let (before, after) = (offset(at: local - 86_400), offset(at: local + 86_400))
    if before == after || offset(at: local - before) == before { return before }
    return offset(at: local - after) == after ? after : before
  }
}
