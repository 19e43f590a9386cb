// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// A form in which a server writes dates. A policy has a list of them: the first that fits reads, the first one writes.
///
/// All forms are values and compute for themselves: no formatter is shared, so any number of tasks may read dates at
/// once. Years are those of the Gregorian calendar, carried on before 1582 and down to year 0 (ISO 8601).
///
/// ```swift
/// let policy = MappingPolicy.strict.with { $0.dates = [.iso8601, .milliseconds, .format("dd.MM.yyyy")] }
/// ```
public struct MappingDateForm: Sendable {
  enum Form {
    case iso8601(TimeZone)
    case number(unit: Double, from: Double)
    case epoch
    case pattern(DatePattern, TimeZone)
  }

  /// What a document has where a date is expected.
  enum Raw {
    case number(Number)
    case text(String, canBeNumber: Bool)
  }

  let form: Form

  /// The form in words.
  let description: String

  private init(_ form: Form, _ description: String) {
    self.form = form
    self.description = description
  }

  /// ISO 8601 with or without time, fraction and zone, as RFC 3339 has it and a little more (L4-12, W27).
  ///
  /// Read are `2024-02-29`, `2024-02-29T23:59`, `2024-02-29 23:59:59.123456789+02:00`, `…Z`, `…+0200`, `…+02`, and
  /// `24:00:00`. A second 60 where UTC may have a leap second is the first second of the next day. Without a zone
  /// it is UTC. Written is UTC, with as many digits of the fraction as the date has: 0, 3, 6 or 9.
  public static let iso8601 = MappingDateForm.iso8601(in: .gmt)

  /// ISO 8601, in a zone where the text names none. Written is UTC.
  public static func iso8601(in zone: TimeZone) -> Self { Self(.iso8601(zone), "ISO 8601") }

  /// Seconds since 1970, as a number; with a fraction or without.
  public static let seconds = Self(.number(unit: 1, from: 0), "seconds since 1970")

  /// Milliseconds since 1970, as a number.
  public static let milliseconds = Self(.number(unit: 1_000, from: 0), "milliseconds since 1970")

  /// Seconds or milliseconds since 1970: from 100,000,000,000 on they are milliseconds (1973 and later, and as seconds
  /// it were the year 5138). Written are seconds.
  public static let epoch = Self(.epoch, "seconds or milliseconds since 1970")

  /// Seconds since 2001, as Foundation's `JSONEncoder` writes dates unless told otherwise.
  public static let secondsSince2001 = Self(
    .number(unit: 1, from: Date.timeIntervalBetween1970AndReferenceDate), "seconds since 2001")

  /// The date of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
  public static let http = Self.format("EEE, dd MMM yyyy HH:mm:ss 'GMT'")

  /// A form of the app's own, in the letters of Unicode's date patterns, English names.
  ///
  /// Known are `yyyy`, `yy` (1970 to 2069), `MMMM`, `MMM`, `MM`, `M`, `dd`, `d`, `HH`, `H`, `hh`, `h`, `a`, `mm`, `m`,
  /// `ss`, `s`, `S` (fraction, one to nine), `EEEE`, `EEE`, `Z` (+0200), `ZZZZZ` and `XXX` (+02:00 or Z), `z` (GMT, UTC
  /// or an offset), and texts in quotes. Any other letter stops the program: it is an error in the code.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - zone: The zone of texts that name none. Default UTC.
  public static func format(_ pattern: String, in zone: TimeZone = .gmt) -> Self {
    guard let parts = DatePattern(pattern) else {
      preconditionFailure("\(pattern) is no date pattern that MappingDateForm knows; see its documentation")
    }
    return Self(.pattern(parts, zone), pattern)
  }

  /// Reads a date; `nil` if it is in another form.
  func date(_ raw: Raw) -> Date? {
    switch (form, raw) {
    case (.iso8601(let zone), .text(let text, _)):
      return ISODate.read(text).flatMap { $0.date(in: zone) }
    case (.pattern(let pattern, let zone), .text(let text, _)):
      return pattern.read(text).flatMap { $0.date(in: zone) }
    case (.number, .number(let number)), (.epoch, .number(let number)):
      return date(number)
    case (.number, .text(let text, canBeNumber: true)), (.epoch, .text(let text, canBeNumber: true)):
      return NumberText.with(text) { date($0) } ?? nil
    default: return nil
    }
  }

  private func date(_ number: Number) -> Date? {
    guard let value = number.double else { return nil }
    switch form {
    case .number(let unit, let start): return Self.date(value / unit, from: start)
    case .epoch: return Self.date(abs(value) >= 1e11 ? value / 1_000 : value, from: 0)
    case .iso8601, .pattern: return nil
    }
  }

  private static func date(_ seconds: Double, from start: Double) -> Date? {
    Date(timeIntervalSinceReferenceDate: seconds + (start - Date.timeIntervalBetween1970AndReferenceDate))
  }

  /// Writes a date.
  func write(_ date: Date, _ writer: Writer) {
    let since2001 = date.timeIntervalSinceReferenceDate
    switch form {
    case .iso8601: writer.setString(ISODate.text(date))
    case .pattern(let pattern, let zone): writer.setString(pattern.text(date, in: zone))
    case .epoch: writer.setDouble(since2001 + Date.timeIntervalBetween1970AndReferenceDate)
    case .number(let unit, let start):
      writer.setDouble((since2001 + (Date.timeIntervalBetween1970AndReferenceDate - start)) * unit)
    }
  }
}
