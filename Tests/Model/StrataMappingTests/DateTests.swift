// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

/// A text, the forms it is read by, and the moment: seconds since 1970; `nil` if it is to be refused.
struct DateRow: Sendable, CustomTestStringConvertible {
  let id: String
  let json: String
  let forms: [MappingDateForm]
  let seconds: Double?
  var testDescription: String { "\(id) \(json)" }

  init(_ id: String, _ json: String, _ forms: [MappingDateForm] = [.iso8601], _ seconds: Double?) {
    (self.id, self.json, self.forms, self.seconds) = (id, json, forms, seconds)
  }
}

private let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt
private let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

let dateTable: [DateRow] = [
  // L4-12: the forms chosen by length.
  .init("L4-12", #""2024-02-29""#, 1_709_164_800),
  .init("L4-12", #""2024-02-29 12:30:15""#, 1_709_209_815),
  .init("L4-12", #""2024-02-29T12:30:15""#, 1_709_209_815),
  .init("L4-12", #""2024-02-29 12:30:15.250""#, 1_709_209_815.25),
  .init("L4-12", #""2024-02-29T12:30:15Z""#, 1_709_209_815),
  .init("L4-12", #""2024-02-29T12:30:15+0800""#, 1_709_181_015),
  .init("L4-12", #""2024-02-29T12:30:15+08:00""#, 1_709_181_015),
  .init("L4-12", #""2024-02-29T12:30:15.123Z""#, 1_709_209_815.123),
  .init("L4-12", #""2024-02-29T12:30:15.123+08:00""#, 1_709_181_015.123),
  .init("L4-12", #""Thu Feb 29 12:30:15 +0800 2024""#, [.format("EEE MMM dd HH:mm:ss Z yyyy")], 1_709_181_015),
  // L4-46, W27: numbers, seconds and milliseconds.
  .init("L4-46", "1709209815", [.seconds], 1_709_209_815),
  .init("L4-46", "1709209815.5", [.seconds], 1_709_209_815.5),
  .init("W27", "1709209815123", [.milliseconds], 1_709_209_815.123),
  .init("W27", "1709209815123", [.epoch], 1_709_209_815.123),
  .init("W27", "1709209815", [.epoch], 1_709_209_815),
  .init("W27", "-86400", [.seconds], -86_400),
  .init("W27", "0", [.seconds], 0),
  .init("W27", "1e400", [.seconds], nil),
  .init("W27", "0", [.secondsSince2001], 978_307_200),
  .init("L4-12", "1709209815", nil),
  .init("W27", #""2024/02/29 12:30""#, [.format("yyyy/MM/dd HH:mm")], 1_709_209_800),
  .init("W27", #""29.2.24""#, [.format("d.M.yy")], 1_709_164_800),
  .init("W27", #""Feb 29, 2024 at 12:30 PM""#, [.format("MMM d, yyyy 'at' h:mm a")], 1_709_209_800),
  .init("W27", #""february 29, 2024 12:05 am""#, [.format("MMMM d, yyyy hh:mm a")], 1_709_165_100),
  .init("W27", #""Sun, 06 Nov 1994 08:49:37 GMT""#, [.http], 784_111_777),
  .init("W27", #""2024-02-29""#, [.seconds, .format("dd.MM.yyyy"), .iso8601], 1_709_164_800),
  // Field report E: fractions, from one digit to nine and beyond.
  .init("E", #""2024-02-29T12:30:15.5Z""#, 1_709_209_815.5),
  .init("E", #""2024-02-29T12:30:15.123456Z""#, 1_709_209_815.123456),
  .init("E", #""2024-02-29T12:30:15.123456789Z""#, 1_709_209_815.123456789),
  .init("E", #""2024-02-29T12:30:15.1234567891234Z""#, 1_709_209_815.123456789),
  .init("E", #""2024-02-29T12:30:15,5Z""#, 1_709_209_815.5),
  .init("E", #""2024-02-29T12:30:15.Z""#, nil),
  // Leap years and days that are none.
  .init("leap day", #""2023-02-29""#, nil),
  .init("leap day", #""2000-02-29""#, 951_782_400),
  .init("leap day", #""1900-02-29""#, nil),
  .init("month", #""2024-13-01""#, nil),
  .init("month", #""2024-00-01""#, nil),
  .init("day", #""2024-04-31""#, nil),
  .init("day", #""2024-04-00""#, nil),
  // Leap seconds: only where UTC may have one; it is the next day's first second.
  .init("leap second", #""2016-12-31T23:59:60Z""#, 1_483_228_800),
  .init("leap second", #""2016-12-31T15:59:60-08:00""#, 1_483_228_800),
  .init("leap second", #""2016-12-31T23:59:60.5Z""#, 1_483_228_800.5),
  .init("leap second", #""2016-12-31T22:59:60Z""#, nil),
  .init("leap second", #""2016-12-31T23:59:61Z""#, nil),
  .init("end of day", #""2024-02-29T24:00:00Z""#, 1_709_251_200),
  .init("end of day", #""2024-02-29T24:00:01Z""#, nil),
  .init("clock", #""2024-02-29T25:00:00Z""#, nil),
  .init("clock", #""2024-02-29T12:60:00Z""#, nil),
  // Years at the border.
  .init("year 0", #""0000-01-01T00:00:00Z""#, -62_167_219_200),
  .init("year 0", #""0000-02-29T00:00:00Z""#, -62_162_121_600),
  .init("year 1", #""0001-01-01T00:00:00Z""#, -62_135_596_800),
  .init("year 9999", #""9999-12-31T23:59:59Z""#, 253_402_300_799),
  .init("before 1970", #""1969-12-31T23:59:59.5Z""#, -0.5),
  .init("before 1582", #""1500-03-01""#, -14_826_672_000),
  // Zones.
  .init("zone", #""2024-02-29T12:30:15z""#, 1_709_209_815),
  .init("zone", #""2024-02-29t12:30:15+02""#, 1_709_202_615),
  .init("zone", #""2024-02-29T12:30:15-12:45""#, 1_709_255_715),
  .init("zone", #""2024-02-29T12:30:15 +02:00""#, 1_709_202_615),
  .init("zone", #""2024-02-29T12:30:15+24:00""#, nil),
  .init("zone", #""2024-02-29T12:30:15+02:60""#, nil),
  .init("zone", #""2024-02-29T12:30:15""#, [.iso8601(in: tokyo)], 1_709_177_415),
  .init("zone", #""2024-02-29T12:30:15Z""#, [.iso8601(in: tokyo)], 1_709_209_815),
  .init("summer", #""2024-07-01 12:00""#, [.format("yyyy-MM-dd HH:mm", in: berlin)], 1_719_828_000),
  .init("winter", #""2024-01-01 12:00""#, [.format("yyyy-MM-dd HH:mm", in: berlin)], 1_704_106_800),
  .init("skipped hour", #""2024-03-31 02:30""#, [.format("yyyy-MM-dd HH:mm", in: berlin)], 1_711_848_600),
  .init("doubled hour", #""2024-10-27 02:30""#, [.format("yyyy-MM-dd HH:mm", in: berlin)], 1_729_989_000),
  // Garbage.
  .init("garbage", #""""#, nil),
  .init("garbage", #""today""#, nil),
  .init("garbage", #""2024-02-29T""#, nil),
  .init("garbage", #""2024-02-29T12""#, nil),
  .init("garbage", #""2024-02-29T12:30:15Zz""#, nil),
  .init("garbage", #""2024-2-29""#, nil),
  .init("garbage", #""20240229""#, nil),
  .init("garbage", #"" 2024-02-29""#, nil),
  .init("garbage", "true", nil),
  .init("garbage", "{}", nil),
]

extension DateRow {
  init(_ id: String, _ json: String, _ seconds: Double?) { self.init(id, json, [.iso8601], seconds) }
}

@Suite(.timeLimit(.minutes(1))) struct DateTests {
  @Test(arguments: dateTable) func readsEachFormOfTheTable(_ row: DateRow) throws {
    let decoder = MappingDecoder(.strict.with { $0.dates = row.forms })
    let date = try? decoder.decode([Date].self, "[\(row.json)]").first
    guard let seconds = row.seconds else {
      #expect(date == nil)
      return
    }
    #expect(abs(try #require(date).timeIntervalSince1970 - seconds) < 1e-6)
  }

  // W32, field report E: milliseconds are kept on the round trip.
  @Test(arguments: dateTable.filter { $0.seconds != nil })
  func whatIsReadIsWrittenAndReadAsTheSameDate(_ row: DateRow) throws {
    for form in row.forms {
      let policy = MappingPolicy.strict.with { $0.dates = [form] }
      guard let date = try? MappingDecoder(policy).decode([Date].self, "[\(row.json)]").first else { continue }
      let written = try MappingEncoder(policy).encode([date])
      let again = try MappingDecoder(policy).decode([Date].self, from: written)[0]
      #expect(abs(again.timeIntervalSince(date)) < 1e-6, "\(String(decoding: written, as: UTF8.self))")
    }
  }

  @Test func anyDateOfThisCenturyIsKeptToTheBit() throws {
    var random = Seeded(7)
    let policy = MappingPolicy.strict
    let dates = (0..<1_000).map { _ in
      Date(timeIntervalSinceReferenceDate: Double.random(in: 1e7...3e9, using: &random))
    }
    let written = try MappingEncoder(policy).encode(dates)
    #expect(try MappingDecoder(policy).decode([Date].self, from: written) == dates)
    #expect(
      String(decoding: try MappingEncoder().encode([Date(timeIntervalSince1970: 0.25)]), as: UTF8.self)
        == #"["1970-01-01T00:00:00.250Z"]"#)
    #expect(
      String(decoding: try MappingEncoder().encode([Date(timeIntervalSince1970: -62_167_219_200)]), as: UTF8.self)
        == #"["0000-01-01T00:00:00Z"]"#)
  }

  // The calendar agrees with Foundation's on every day of 400 years, the length of its cycle.
  @Test func theCalendarAgreesWithFoundationOnEveryDayOfItsCycle() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let encoder = MappingEncoder(.strict.with { $0.dates = [.format("yyyy-M-d EEE")] })
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let days = stride(from: 0, to: 146_097, by: isSoak ? 1 : 37).map {
      Date(timeIntervalSince1970: Double($0) * 86_400)
    }
    let texts = try JSONDecoder().decode([String].self, from: encoder.encode(days))
    for (day, text) in zip(days, texts) {
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: day)
      #expect(text == "\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0) \(names[(parts.weekday ?? 1) - 1])")
    }
  }

  // W31, field report E: formatters that tasks share crash; ours are values. 100,000 dates with STRATA_SOAK=1.
  @Test func datesReadOnEightTasksAtOnceAreAllRight() async throws {
    let decoder = MappingDecoder(.lenient)
    let texts = [
      #""2024-02-29T12:30:15.250Z""#, #""Thu Feb 29 12:30:15 +0000 2024""#, #""Thu, 29 Feb 2024 12:30:15 GMT""#,
      #""2024/02/29 12:30:15""#, "1709209815", "1709209815000",
    ]
    let rounds = isSoak ? 10 : 1
    let document = Data("[\((0..<1_250).map { texts[$0 % texts.count] }.joined(separator: ","))]".utf8)
    let right = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var right = 0
          for _ in 0..<rounds {
            let dates = try decoder.decode([Date].self, from: document)
            right += dates.count { abs($0.timeIntervalSince1970 - 1_709_209_815.125) < 0.2 }
          }
          return right
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(right == rounds * 10_000)
  }

  @Test func aNumberInAStringIsADateOnlyWhereStringsAreNumbers() throws {
    let text = #"{"v":"1709209815"}"#
    let seconds = MappingPolicy.strict.with { $0.dates = [.seconds] }
    #expect(fault(seconds, One<Date>.self, text)?.kind == .unreadable)
    let repaired = seconds.with { $0.repairs = [.stringsAsNumbers] }
    #expect(try MappingDecoder(repaired).decode(One<Date>.self, text).v == Date(timeIntervalSince1970: 1_709_209_815))
  }

  @Test func theErrorNamesTheFormsThatWereTried() throws {
    let policy = MappingPolicy.strict.with { $0.dates = [.iso8601, .milliseconds, .format("dd.MM.yyyy")] }
    let error = try #require(fault(policy, One<Date>.self, #"{"v":"soon"}"#))
    #expect(error.reason.contains("ISO 8601, milliseconds since 1970, dd.MM.yyyy"))
    #expect(error.raw == #""soon""#)
  }

  #if os(macOS) || os(Linux)
  @Test(.timeLimit(.minutes(1))) func anUnknownLetterInAPatternStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = MappingDateForm.format("yyyy-QQ") }
    await #expect(processExitsWith: .failure) { _ = MappingDateForm.format("'open") }
  }
  #endif
}
