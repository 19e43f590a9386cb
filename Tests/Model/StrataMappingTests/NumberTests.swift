// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct NumberTests {
  private let decoder = MappingDecoder(.strict)

  // Field report E: the border values of every integer are exact, and one beyond is an error, never clamped.
  @Test func integersAreExactUpToTheirLimitsAndRefusedBeyond() throws {
    try expectLimits(Int8.self, below: "-129", above: "128")
    try expectLimits(Int16.self, below: "-32769", above: "32768")
    try expectLimits(Int32.self, below: "-2147483649", above: "2147483648")
    try expectLimits(Int64.self, below: "-9223372036854775809", above: "9223372036854775808")
    try expectLimits(Int.self, below: "-9223372036854775809", above: "9223372036854775808")
    try expectLimits(UInt8.self, below: "-1", above: "256")
    try expectLimits(UInt16.self, below: "-1", above: "65536")
    try expectLimits(UInt32.self, below: "-1", above: "4294967296")
    try expectLimits(UInt64.self, below: "-1", above: "18446744073709551616")
    try expectLimits(UInt.self, below: "-1", above: "18446744073709551616")
    try expectLimits(
      Int128.self, below: "-170141183460469231731687303715884105729", above: "170141183460469231731687303715884105728")
    try expectLimits(UInt128.self, below: "-1", above: "340282366920938463463374607431768211456")
  }

  private func expectLimits<Value: FixedWidthInteger & Codable & Sendable>(
    _ type: Value.Type, below: String, above: String
  ) throws {
    #expect(try decoder.decode([Value].self, "[\(Value.min),\(Value.max),-0,0]") == [.min, .max, 0, 0])
    #expect(fault(.strict, [Value].self, "[\(below)]")?.kind == .outOfRange)
    #expect(fault(.strict, [Value].self, "[\(above)]")?.kind == .outOfRange)
    #expect(try decoder.decode([Value?].self, "[1,null]") == [1, nil])
  }

  @Test(arguments: [
    ("1.0", 1), ("1e2", 100), ("1.5e1", 15), ("-2.50e2", -250), ("100e-2", 1), ("0.0", 0), ("-0e5", 0),
    ("0e999999999", 0),
    ("12345678901234567890e-1", 1_234_567_890_123_456_789), ("9223372036854775807.000", Int.max), ("1000000e-6", 1),
    ("0.00000000000000000001e20", 1),
  ])
  func wholeNumbersAreIntegersHoweverTheyAreWritten(_ text: String, _ value: Int) throws {
    #expect(try decoder.decode([Int].self, "[\(text)]") == [value])
  }

  @Test(arguments: ["1.5", "123.45", "1e-1", "0.1", "15e-1", "1.00000000000000000001", "9007199254740993.5"])
  func fractionsAreNoIntegers(_ text: String) throws {
    let error = try #require(fault(.lenient, One<Int>.self, #"{"v":\#(text)}"#))
    #expect(error.kind == .mismatch || error.kind == .outOfRange)
    #expect(error.path == "v")
    #expect(error.raw == text)
  }

  @Test func doublesAreTheNearestOnes() throws {
    var random = Seeded(1)
    let count = isSoak ? 1_000_000 : 10_000
    let values = (0..<count).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let texts = (0..<count).map { _ in
      "\(Int.random(in: -99_999...99_999, using: &random)).\(Int.random(in: 0...9_999_999, using: &random))"
    }
    let list = "[\(texts.joined(separator: ","))]"
    #expect(try decoder.decode([Double].self, "\(values)") == values)
    #expect(try decoder.decode([Double].self, list) == texts.map { Double($0) })
    #expect(try decoder.decode([Float].self, list) == texts.map { Float($0) })
    #expect(
      try decoder.decode([Double].self, "[1e-400,-0.0,5e-324,1.7976931348623157e308]")
        == [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    #expect(try decoder.decode([Double].self, "[-0.0]")[0].sign == .minus)
  }

  // W30: money is never a double on its way.
  @Test(arguments: [
    "8.8", "99.99", "0.1", "-12.34", "123456789012345678.90", "0", "-0.00", "1e3", "1.5e-3",
    "12345678901234567890123.45",
    "0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999",
  ])
  func decimalsAreTheirDigits(_ text: String) throws {
    let value = try decoder.decode([Decimal].self, "[\(text)]")[0]
    #expect(value == Decimal(string: text))
    let written = try MappingEncoder().encode([value])
    #expect(try decoder.decode([Decimal].self, from: written) == [value])
    #expect(try MappingDecoder(.lenient).decode([Decimal].self, "[\"\(text)\"]") == [value])
  }

  @Test func decimalAddsUpToTheCent() throws {
    struct Line: Codable { var price: Decimal, count: Int }
    let lines = try decoder.decode([Line].self, #"[{"price":8.8,"count":3},{"price":0.1,"count":3}]"#)
    #expect(lines.reduce(Decimal(0)) { $0 + $1.price * Decimal($1.count) } == Decimal(string: "26.7"))
    #expect("\(lines[0].price)" == "8.8")
  }

  @Test(arguments: ["1 2", "1,000", "0x10", "١٢", "1e", "--1", "+-1", "1.", ".5", "", " ", "１", "1\u{0}", "∞"])
  func stringsThatAreNotWhollyNumbersAreRefused(_ text: String) throws {
    let json = String(decoding: try JSONEncoder().encode(["v": text]), as: UTF8.self)
    #expect(fault(.lenient, One<Int>.self, json)?.kind == .mismatch)
    #expect(fault(.lenient, One<Double>.self, json)?.kind == .mismatch)
    #expect(fault(.lenient, One<Decimal>.self, json)?.kind == .mismatch)
  }

  @Test(arguments: [
    ("12", 12), ("-12", -12), ("+12", 12), ("0012", 12), ("-007", -7), ("\\t12\\n", 12), ("1\\u0032", 12), ("0", 0),
    ("-0", 0), ("1.0", 1),
  ])
  func stringsThatAreNumbersAreRead(_ text: String, _ value: Int) throws {
    #expect(try MappingDecoder(.lenient).decode(One<Int>.self, #"{"v":"\#(text)"}"#).v == value)
    #expect(try MappingDecoder(.lenient).decode(One<Double>.self, #"{"v":"\#(text)"}"#).v == Double(value))
    #expect(try MappingDecoder(.lenient).decode(One<Decimal>.self, #"{"v":"\#(text)"}"#).v == Decimal(value))
  }
}
