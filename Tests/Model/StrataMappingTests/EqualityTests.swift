// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

/// Makes documents at random, as text, with everything that JSON allows.
struct RandomDocument {
  var random: Seeded

  init(_ seed: Int) { random = Seeded(seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Any value; below a depth of 6 also lists and objects.
  mutating func value(_ depth: Int = 0) -> String {
    switch number(0...(depth < 6 ? 8 : 5)) {
    case 0: return "null"
    case 1: return "true"
    case 2: return "false"
    case 3: return "\(number(-1_000_000...1_000_000))"
    case 4: return fraction()
    case 5: return string()
    case 6: return blank() + "[" + list(depth) + "]" + blank()
    case 7: return "{" + blank() + members(depth) + "}" + blank()
    default: return "[" + blank() + "]"
    }
  }

  private mutating func list(_ depth: Int) -> String {
    (0..<number(1...5)).map { _ in value(depth + 1) + blank() }.joined(separator: "," + blank())
  }

  private mutating func members(_ depth: Int) -> String {
    // Names differ at once, since decoders disagree on two of one name.
    (0..<number(0...5)).map { "\"k\($0)" + string().dropFirst() + blank() + ":" + blank() + value(depth + 1) }
      .joined(separator: "," + blank())
  }

  private mutating func fraction() -> String {
    let whole = "\(number(-999...999)).\(number(0...9_999_999))"
    return whole + (number(0...3) == 0 ? ["e", "E", "e+", "E-"][number(0...3)] + "\(number(0...30))" : "")
  }

  mutating func string() -> String {
    let pieces = [
      "a", "Bc", "é", "書籍", "😀", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u0041"#, #"\u00e9"#, #"\ud83d\ude00"#, #"\u0000"#,
      " ", "long enough to pass eight bytes", "\u{7F}", #"\b\f\r\t"#,
    ]
    return "\"" + (0..<number(0...6)).map { _ in pieces[number(0...pieces.count - 1)] }.joined() + "\""
  }

  private mutating func blank() -> String { ["", "", " ", "\n", "\t", "\r\n  "][number(0...5)] }
}

/// A model with all kinds of members, to be compared as a whole.
struct Wide: Codable, Equatable, Sendable {
  struct Part: Codable, Equatable, Sendable { var name: String, sizes: [Double] }
  enum Kind: String, Codable, Sendable { case small, large }
  var a: Int, b: UInt8, c: Int64, d: Double, e: Float, f: Bool, g: String
  var h: Int?, i: String?, j: [Int], k: [String: Double], l: Part, m: [Part]?, n: Kind, o: [Kind?], p: URL, q: Data
  var r: UUID, s: [[Int]], t: [Int: String], u: Set<Int>, v: Decimal
}

extension Wide {
  static func random(_ random: inout Seeded) -> Wide {
    func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func some<Value>(_ value: @autoclosure () -> Value) -> Value? { int(0...1) == 0 ? nil : value() }
    func text() -> String { ["", "x", "café", "\"q\"", "😀\n", String(repeating: "y", count: 40)][int(0...5)] }
    func part() -> Part { Part(name: text(), sizes: (0..<int(0...3)).map { _ in Double(int(-999...999)) / 8 }) }
    return Wide(
      a: int(.min ... .max), b: UInt8(int(0...255)), c: Int64(int(-5...5)), d: Double(int(-9_999...9_999)) / 100,
      e: Float(int(-999...999)) / 8, f: int(0...1) == 0, g: text(), h: some(int(0...9)), i: some(text()),
      j: (0..<int(0...4)).map { _ in int(-9...9) }, k: ["a": 0.5, text(): Double(int(0...99))], l: part(),
      m: some((0..<int(0...2)).map { _ in part() }), n: int(0...1) == 0 ? .small : .large, o: [.small, nil],
      p: URL(filePath: "/a/\(int(0...9))"), q: Data(text().utf8),
      r: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(int(0...255)))),
      s: [[], [int(0...9)]], t: [int(0...9): text()], u: [int(0...9)], v: Decimal(int(-9_999...9_999)) / 100)
  }
}

@Suite(.timeLimit(.minutes(5))) struct EqualityTests {
  private let count = isSoak ? 100_000 : 300

  // On valid documents we are JSONDecoder, only faster: any document, read without a model.
  @Test func anyRandomDocumentReadsAsJSONDecoderReadsIt() throws {
    let (foundation, strict) = (JSONDecoder(), MappingDecoder(.strict))
    for seed in 0..<count {
      var random = RandomDocument(seed)
      let data = Data(random.value().utf8)
      let expected = try foundation.decode(Tree.self, from: data)
      let value = try strict.decode(Tree.self, from: data)
      guard value == expected else {
        Issue.record("seed \(seed): \(String(decoding: data, as: UTF8.self))")
        return
      }
    }
  }

  // The same with a model of every kind of member; and under the lenient policy nothing is repaired.
  @Test func anyRandomModelReadsAsJSONDecoderReadsIt() throws {
    var random = Seeded(3)
    let (encoder, foundation) = (JSONEncoder(), JSONDecoder())
    let (strict, lenient) = (MappingDecoder(.strict), MappingDecoder(.lenient))
    for _ in 0..<count {
      let wide = Wide.random(&random)
      let data = try encoder.encode(wide)
      let expected = try foundation.decode(Wide.self, from: data)
      #expect(try strict.decode(Wide.self, from: data) == expected)
      let (value, report) = try lenient.decodeWithReport(Wide.self, from: data)
      #expect(value == expected)
      #expect(report.isEmpty)
    }
  }

  // What we write, JSONDecoder reads; and so do we.
  @Test func anyRandomModelIsWrittenForEveryDecoder() throws {
    var random = Seeded(4)
    let (encoder, foundation, decoder) = (MappingEncoder(), JSONDecoder(), MappingDecoder(.strict))
    for _ in 0..<count {
      let wide = Wide.random(&random)
      let data = try encoder.encode(wide)
      #expect(try foundation.decode(Wide.self, from: data) == wide)
      #expect(try decoder.decode(Wide.self, from: data) == wide)
    }
  }

  @Test func whatJSONDecoderRefusesForItsTypesTheStrictPolicyRefusesToo() {
    let texts = [#""1""#, "1", "true", "null", "1.5", "[]", "{}", #""""#, "300", "-1", "1e2"]
    for text in texts {
      compare([Int].self, text)
      compare([UInt8].self, text)
      compare([String].self, text)
      compare([Bool].self, text)
      compare([Double].self, text)
      compare([[Int]].self, text)
      compare([[String: Int]].self, text)
      compare([Int?].self, text)
      compare([Status].self, text)
    }
  }

  private func compare<Value: Decodable & Equatable>(_ type: [Value].Type, _ text: String) {
    let data = Data("[\(text)]".utf8)
    let theirs = try? JSONDecoder().decode(type, from: data)
    let ours = try? MappingDecoder(.strict).decode(type, from: data)
    #expect(ours == theirs, "\(type) \(text)")
  }
}
