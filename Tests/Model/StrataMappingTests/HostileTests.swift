// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

/// A model with something of everything, for documents that are broken on purpose.
struct Sample: Codable, Equatable, Sendable {
  struct Inner: Codable, Equatable, Sendable { var a: Int, b: [Double], c: [String: Bool] }
  var id: Int64
  var name: String
  var price: Decimal
  var flag: Bool
  var note: String?
  var inner: Inner
  var list: [Inner]
  var made: Date

  static let text = #"""
    {"id": 9007199254740993, "name": "caf\u00e9 \ud83d\ude00 書", "price": 8.80, "flag": true, "note": null,
     "inner": {"a": -1, "b": [1.5, 2e3, 0], "c": {"x": true, "y": false}},
     "list": [{"a": 1, "b": [], "c": {}}, {"a": 2, "b": [0.1], "c": {"z": true}}], "made": "2024-02-29T12:00:00.5Z"}
    """#
}

@Suite(.timeLimit(.minutes(1))) struct HostileTests {
  private let decoders = [MappingDecoder(.strict), MappingDecoder(.lenient)]

  @Test func refusesADepthOf100000WithPathAndPlace() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let text = String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
      let error = try #require(fault(.lenient, Anything.self, text))
      #expect(error.kind == .limit)
      #expect(error.path.elements.count == 128)
      #expect(error.position.column == 128 * open.count + 1)
    }
  }

  @Test func readsARecursiveModelUpToTheLimitOnASmallStack() async throws {
    let depth = 128
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    // On a thread of the cooperative pool, whose stacks are the small ones.
    let tree = try await Task { try MappingDecoder(.lenient).decode(Tree.self, text) }.value
    var (level, inner) = (0, tree)
    while case .list(let list) = inner, let first = list.first { (level, inner) = (level + 1, first) }
    #expect(level == depth - 1)
  }

  @Test func refusesDocumentsAboveTheSizeLimit() throws {
    var policy = MappingPolicy.strict
    policy.limits.bytes = 10
    #expect(fault(policy, [Int].self, "[1,2,3,4]") == nil)
    #expect(fault(policy, [Int].self, "[1,2,3,45]") == nil)
    #expect(fault(policy, [Int].self, "[1,2,3,456]")?.kind == .limit)
  }

  // Field report E: duplicate names. The first one counts, whatever the order of reading.
  @Test func takesTheFirstOfTwoMembersOfOneName() throws {
    struct Pair: Codable, Equatable { var b: Int, a: Int }
    for text in [#"{"a":1,"b":2,"a":3,"b":4}"#, #"{"\u0061":1,"b":2,"a":3,"\u0062":4}"#] {
      #expect(try MappingDecoder(.strict).decode(Pair.self, text) == Pair(b: 2, a: 1))
      #expect(try MappingDecoder(.strict).decode([String: Int].self, text) == ["a": 1, "b": 2])
    }
  }

  @Test func refusesDuplicateNamesWhereThePolicySaysSo() throws {
    var policy = MappingPolicy.strict
    policy.refusesDuplicateNames = true
    let error = try #require(fault(policy, Anything.self, "{\"x\":[{\"a\":1,\n \"\\u0061\":2}]}"))
    #expect(error.kind == .syntax)
    #expect(error.position == MappingPosition(line: 2, column: 2))
    #expect(fault(policy, Anything.self, #"{"a":{"a":1},"b":{"a":1}}"#) == nil)
  }

  @Test func namesAreComparedByCodePointAndNotByCharacter() throws {
    struct Accents: Codable, Equatable {
      var composed: Int, decomposed: Int
      enum CodingKeys: String, CodingKey { case composed = "\u{E9}", decomposed = "e\u{301}" }
    }
    let value = try MappingDecoder(.strict).decode(Accents.self, "{\"e\u{301}\":2,\"\u{E9}\":1}")
    #expect(value == Accents(composed: 1, decomposed: 2))
  }

  @Test func halfOfASurrogatePairIsAnErrorOrAReplacementThatIsReported() throws {
    for half in [#"\ud800"#, #"\udc00"#, #"\ud800\ud800"#, #"\ud800x"#, #"\ud800\n"#, #"\udc00\ud800"#] {
      let text = #"{"v":"a"# + half + #"b"}"#
      let error = try #require(fault(.strict, One<String>.self, text))
      #expect(error.kind == .unreadable)
      #expect(error.path == "v")
      let (value, report) = try MappingDecoder(.lenient).decodeWithReport(One<String>.self, from: Data(text.utf8))
      #expect(value.v.contains("\u{FFFD}"))
      #expect(value.v.hasPrefix("a") && value.v.hasSuffix("b"))
      #expect(report.repairs.map(\.kind) == [.loneSurrogateReplaced])
    }
  }

  @Test func numbersThatDoNotFitAreErrorsAndNever0() throws {
    for text in ["1e400", "-1e400", "1e999999999999999999999"] {
      #expect(fault(.lenient, One<Double>.self, #"{"v":\#(text)}"#)?.kind == .outOfRange)
      #expect(fault(.lenient, One<Float>.self, #"{"v":\#(text)}"#)?.kind == .outOfRange)
      #expect(fault(.lenient, One<Int>.self, #"{"v":\#(text)}"#)?.kind == .outOfRange)
      #expect(fault(.lenient, One<Decimal>.self, #"{"v":\#(text)}"#)?.kind == .outOfRange)
      #expect(fault(.lenient, One<Int>.self, #"{"v":"\#(text)"}"#)?.kind == .outOfRange)
    }
    let digits = "123456789012345678901234567890"
    #expect(fault(.lenient, One<Int>.self, #"{"v":\#(digits)}"#)?.raw == digits)
    #expect(try MappingDecoder(.strict).decode(One<Int128>.self, #"{"v":\#(digits)}"#).v == Int128(digits))
    #expect(try MappingDecoder(.lenient).decode(One<String>.self, #"{"v":\#(digits)}"#).v == digits)
    #expect(fault(.strict, One<Float>.self, #"{"v":1e39}"#)?.kind == .outOfRange)
    #expect(fault(.strict, One<Decimal>.self, #"{"v":1\#(String(repeating: "1", count: 40))}"#)?.kind == .outOfRange)
  }

  @Test func aSampleCutAtEveryByteIsAnErrorWithAPlace() throws {
    let bytes = Array(Sample.text.utf8)
    for decoder in decoders {
      for count in 0..<bytes.count {
        do {
          _ = try decoder.decode(Sample.self, from: Data(bytes[..<count]))
          Issue.record("cut after \(count) bytes, and read")
        } catch let error as MappingError {
          guard error.kind == .syntax, (1...3).contains(error.position.line) else { throw error }
        }
      }
    }
  }

  // Every bit of every byte; what is still JSON may be read, and nothing may crash or become 0 in silence.
  @Test func aSampleWithEveryByteFlippedIsReadOrRefused() throws {
    let bytes = Array(Sample.text.utf8)
    for decoder in decoders {
      for index in bytes.indices {
        for bit in 0..<8 {
          var copy = bytes
          copy[index] ^= 1 << bit
          do {
            let (value, report) = try decoder.decodeWithReport(Sample.self, from: Data(copy))
            if value.price == 0 || value.id == 0, report.isEmpty {
              Issue.record("bit \(bit) of byte \(index) became 0")
            }
          } catch let error as MappingError {
            guard error.position.line >= 1, !error.reason.isEmpty else { throw error }
          }
        }
      }
    }
  }

  @Test func aMillionBadElementsCostLinearTimeAndABoundedReport() throws {
    let count = isSoak ? 1_000_000 : 20_000
    let text = "[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]"
    let (values, report) = try MappingDecoder(.lenient).decodeWithReport([Int].self, from: Data(text.utf8))
    #expect(values.isEmpty)
    #expect(report.count == count)
    #expect(report.repairs.count == 1_000)
    #expect(report.description.hasSuffix("and \(count - 1_000) more"))
  }

  @Test func anObjectOfManyMembersIsReadInLinearTimeWhateverTheOrder() throws {
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Backwards: Decodable {
      var sum = 0
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
      }
    }
    let count = isSoak ? 500_000 : 20_000
    let text = "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    #expect(try MappingDecoder(.strict).decode(Backwards.self, text).sum == count * (count - 1) / 2)
    #expect(try MappingDecoder(.strict).decode([String: Int].self, text).count == count)
  }

  @Test func aHugeCountReservesNoMoreThanTheDocumentsSize() throws {
    struct Large: Codable { var a, b, c, d, e, f, g, h: Decimal }
    let text = "[" + Array(repeating: "0", count: 20_000).joined(separator: ",") + "]"
    #expect(try MappingDecoder(.lenient).decode([Large].self, text).isEmpty)
  }

  @Test func longStringsAndNumbersAreReadWhole() throws {
    let long = String(repeating: "long \\u0041", count: 100_000)
    #expect(try MappingDecoder(.strict).decode(String.self, "\"\(long)\"").utf8.count == 600_000)
    let zeros = String(repeating: "0", count: 100_000)
    #expect(try MappingDecoder(.strict).decode(Double.self, "0.\(zeros)1") == 0)
    #expect(try MappingDecoder(.strict).decode(Int.self, "1.\(zeros)") == 1)
    #expect(fault(.strict, Int.self, "1\(zeros)")?.kind == .outOfRange)
  }

  @Test func aDecoderThatAModelKeepsIsGoodAfterTheCall() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    var keeper: Keeper?
    do {
      let data = Data(Sample.text.utf8)
      keeper = try MappingDecoder(.strict).decode(Keeper.self, from: data)
    }
    let sample = try Sample(from: #require(keeper).decoder)
    #expect(sample == (try MappingDecoder(.strict).decode(Sample.self, Sample.text)))
  }
}
