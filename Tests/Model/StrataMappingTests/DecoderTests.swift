// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct DecoderTests {
  struct Cart: Codable, Equatable, Sendable {
    struct Line: Codable, Equatable, Sendable { var title: String, count: Int }
    var lines: [Line]
  }

  // L4-42, L15: code, path, line, column and raw value.
  @Test func anErrorNamesPathLineColumnAndRawValue() throws {
    let text =
      "{\n  \"lines\": [\n    {\"title\": \"é\", \"count\": 1},\n    {\"title\": \"ü\", \"count\": 123.45}\n  ]\n}"
    let error = try #require(fault(.lenient.with { $0.repairs = [] }, Cart.self, text))
    #expect(error.kind == .mismatch)
    #expect(error.path == "lines[1].count")
    #expect(error.position == MappingPosition(line: 4, column: 29))
    #expect(error.raw == "123.45")
    #expect(error.description == "lines[1].count (line 4, column 29): expected an integer of type Int; found 123.45")
  }

  @Test func aSyntaxErrorNamesPathLineAndColumnToo() throws {
    let error = try #require(fault(.lenient, Cart.self, "{\"lines\":[{\"title\":\"a\"},\n {\"title\": nul}]}"))
    #expect(error.path == "lines[1].title")
    #expect(error.position == MappingPosition(line: 2, column: 12))
    #expect(error.raw?.hasPrefix("nul}") == true)
    let empty = try #require(fault(.lenient, Cart.self, ""))
    #expect(empty.kind == .syntax)
    #expect(empty.path.elements.isEmpty)
  }

  @Test func everyKindOfErrorIsUnreadableForAScreen() throws {
    struct Refusing: Decodable, MappingFinishing {
      func finishMapping() throws { throw CancellationError() }
    }
    var shallow = MappingPolicy.strict
    shallow.limits.depth = 1
    let errors = [
      fault(.strict, Int.self, "x"), fault(shallow, [[Int]].self, "[[1]]"), fault(.strict, One<Int>.self, "{}"),
      fault(.strict, Int.self, "null"), fault(.strict, Int.self, "[]"), fault(.strict, Int8.self, "300"),
      fault(.strict, URL.self, #""""#), fault(.strict, Refusing.self, "{}"),
      #expect(throws: MappingError.self) { try MappingEncoder().encode(Double.nan) },
    ].compactMap { $0 }
    #expect(errors.map(\.kind) == MappingError.Kind.allCases)
    for error in errors {
      #expect(Failure(error).kind == .unreadable)
      #expect(!Failure(error).isRetryable)
    }
  }

  @Test func rawValuesAreCutAtACharacter() throws {
    let long = String(repeating: "é", count: 500)
    let raw = try #require(fault(.strict, One<Int>.self, #"{"v":"\#(long)"}"#)?.raw)
    #expect(raw.hasSuffix("é…"))
    #expect(raw.utf8.count <= 123)
    let list = #"{"a":"\"]}","b":[1,{}]}"#
    #expect(fault(.strict, [Int].self, "[\(list), 2]")?.raw == list)
    #expect(fault(.strict, [Int].self, "[[\(String(repeating: "7,", count: 90))7]]")?.raw?.hasSuffix("7…") == true)
  }

  // The report names each repair, for a debug screen.
  @Test func aReportNamesEachRepairWithItsPlace() throws {
    let text = "{\"lines\":[\n{\"title\":1,\"count\":\"2\"},\n{\"title\":\"x\",\"count\":\"y\"},\nnull]}"
    let (cart, report) = try MappingDecoder(.lenient).decodeWithReport(Cart.self, from: Data(text.utf8))
    #expect(cart.lines == [Cart.Line(title: "1", count: 2)])
    #expect(
      report.description == """
        lines[0].title (line 2, column 10): numberAsString, found 1
        lines[0].count (line 2, column 20): stringAsNumber, found "2"
        lines[1] (line 3, column 1): unreadableDropped, found {"title":"x","count":"y"}; count: expected an integer of \
        type Int, not a string
        lines[2] (line 4, column 1): nullDropped, found null
        """)
    #expect(report.count == 4)
    #expect(try MappingDecoder(.lenient).decodeWithReport([Int].self, from: Data("[1]".utf8)).report.isEmpty)
  }

  @Test func aReportIsGivenOnceForEachDecodingThatRepaired() throws {
    let reports = Reports()
    let decoder = MappingDecoder(.lenient, onReport: reports.add)
    _ = try decoder.decode([Int].self, "[1,2]")
    #expect(reports.all.isEmpty)
    _ = try decoder.decode([Int].self, #"["1",2]"#)
    _ = try decoder.decodeWithReport([Int].self, from: Data(#"["1"]"#.utf8))
    #expect(reports.all.map(\.count) == [1, 1])
  }

  // S3-27, L4-01: an array under an envelope's key, and roots that are no objects.
  @Test func aValueInsideTheDocumentIsReadByItsPath() throws {
    let data = Data(#"{"code":0,"data":{"books":[{"title":"a","count":1}]}}"#.utf8)
    #expect(try MappingDecoder(.strict).decode([Cart.Line].self, from: data, at: "data.books").count == 1)
    #expect(try MappingDecoder(.strict).decode(String.self, from: data, at: "data.books[0].title") == "a")
    let error = try #require(throws: MappingError.self) {
      try MappingDecoder(.strict).decode([Cart.Line].self, from: data, at: "data.films")
    }
    #expect(error.kind == .missing)
    #expect(error.path == "data.films")
    let inside = try #require(throws: MappingError.self) {
      try MappingDecoder(.strict).decode([Int].self, from: data, at: "data.books")
    }
    #expect(inside.path == "data.books[0]")
    #expect(try MappingDecoder(.strict).decode(Int?.self, "null") == nil)
    #expect(try MappingDecoder(.strict).decode([Double].self, "[1, 2.5]") == [1, 2.5])
  }

  // Field report E: superDecoder of a missing key is a decoder of null, as on Apple's systems.
  @Test func theDecoderOfAMissingMemberReadsNull() throws {
    struct Super: Decodable {
      var isNil: Bool
      enum Keys: String, CodingKey { case a, b }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        isNil = try container.superDecoder(forKey: .b).singleValueContainer().decodeNil()
        #expect(container.contains(.a) && !container.contains(.b))
        #expect(container.allKeys == [.a])
        #expect(try container.decodeNil(forKey: .a) == false)
        #expect(throws: MappingError.self) { try container.decodeNil(forKey: .b) }
        #expect(throws: MappingError.self) { try container.nestedContainer(keyedBy: Keys.self, forKey: .b) }
        #expect(throws: MappingError.self) { try container.nestedUnkeyedContainer(forKey: .a) }
        #expect(throws: MappingError.self) { try container.superDecoder().unkeyedContainer() }
        #expect(try container.superDecoder(forKey: .a).codingPath.map(\.stringValue) == ["x", "Index 1", "a"])
        #expect(decoder.codingPath.last?.intValue == 1)
      }
    }
    let value = try MappingDecoder(.strict).decode([String: [Super?]].self, #"{"x":[null,{"a":1}]}"#)
    #expect(value["x"]?[1]?.isNil == true)
  }

  @Test func aListEndsWithAnErrorThatSaysHowLongItIs() throws {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try list.decode(Int.self) }
      }
    }
    let error = try #require(fault(.strict, Three.self, "[1,2]"))
    #expect(error.path == "[2]")
    #expect(error.reason.contains("2 elements"))
  }

  @Test func userInfoReachesTheModel() throws {
    struct Informed: Decodable {
      var word: String
      init(from decoder: any Decoder) throws {
        let key = try #require(CodingUserInfoKey(rawValue: "word"))
        word = decoder.userInfo[key] as? String ?? ""
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "word"))
    #expect(try MappingDecoder(.strict, userInfo: [key: "hello"]).decode(Informed.self, "1").word == "hello")
  }

  @Test func aModelsOwnErrorKeepsItsPlaceAndItself() throws {
    struct Odd: Error, Equatable {}
    struct Picky: Decodable {
      init(from decoder: any Decoder) throws {
        _ = try? decoder.unkeyedContainer()
        throw Odd()
      }
    }
    let error = try #require(fault(.strict, [String: [Picky]].self, #"{"a":[1]}"#))
    #expect(error.kind == .refused)
    #expect(error.path == "a[0]")
    #expect(error.underlying as? Odd == Odd())
  }

  @Test(
    arguments: [
      ("", []), ("a", [.name("a")]), ("a.b[1].c", [.name("a"), .name("b"), .index(1), .name("c")]),
      ("[0]", [.index(0)]),
      ("a[0][12]", [.name("a"), .index(0), .index(12)]), ("a[x]", [.name("a[x]")]), ("a[-1]", [.name("a[-1]")]),
      ("a..b", [.name("a"), .name(""), .name("b")]),
    ] as [(String, [MappingPath.Element])])
  func aPathIsReadFromItsText(_ text: String, _ elements: [MappingPath.Element]) {
    #expect(MappingPath(text).elements == elements)
    #expect(MappingPath(text).description == (text.isEmpty ? "(root)" : text))
  }
}
