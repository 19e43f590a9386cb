// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

/// What a policy makes of a situation.
enum Outcome: Equatable, Sendable, CustomStringConvertible {
  case value(String)
  case error(MappingError.Kind)
  var description: String {
    switch self {
    case .value(let text): text
    case .error(let kind): "error: \(kind)"
    }
  }
}

/// One row of the behaviour matrix, with the rows of the feature list it decides.
struct MatrixRow: Sendable, CustomTestStringConvertible {
  let id: String
  let situation: String
  let json: String
  let read: @Sendable (MappingDecoder, String) throws -> String
  let strict: Outcome
  let lenient: Outcome
  let repairs: [MappingReport.Kind]
  var testDescription: String { "\(id) \(situation)" }

  init<Value: Codable & Equatable & Sendable>(
    _ id: String, _ situation: String, _ json: String, _ type: Value.Type, strict: Outcome, lenient: Outcome,
    _ repairs: MappingReport.Kind...
  ) {
    (self.id, self.situation, self.json) = (id, situation, json)
    (self.strict, self.lenient, self.repairs) = (strict, lenient, repairs)
    read = { decoder, json in
      let mirror = Mirror(reflecting: try decoder.decode(Value.self, json))
      return mirror.children.map { "\($0.value)" }.joined(separator: ", ")
    }
  }
}

/// A model with a default for its one member.
struct WithDefault: Codable, Equatable, Sendable, MappingDefaults {
  var v = 7
}

/// The same with text, and an optional that has a value at first.
struct WithTexts: Codable, Equatable, Sendable, MappingDefaults {
  var name = "none"
  var note: String? = "empty"
}

enum Status: String, Codable, Sendable { case open, closed }

let matrix: [MatrixRow] = [
  // Key missing: L4-14, L4-26, L4-41, decision 7.
  .init("L4-41", "missing", "{}", One<Int>.self, strict: .error(.missing), lenient: .error(.missing)),
  .init("L4-41", "missing, optional", "{}", Maybe<Int>.self, strict: .value("nil"), lenient: .value("nil")),
  .init(
    "W26", "missing, default", "{}", WithDefault.self, strict: .value("7"), lenient: .value("7"), .missingAsDefault),
  .init(
    "L4-26", "missing texts, defaults", "{}", WithTexts.self, strict: .value(#"none, Optional("empty")"#),
    lenient: .value(#"none, Optional("empty")"#), .missingAsDefault, .missingAsDefault),
  // Value null: L4-14, L4-26, W26.
  .init("L4-14", "null", #"{"v":null}"#, One<Int>.self, strict: .error(.null), lenient: .error(.null)),
  .init("L4-14", "null, optional", #"{"v":null}"#, Maybe<Int>.self, strict: .value("nil"), lenient: .value("nil")),
  .init(
    "W26", "null, default", #"{"v":null}"#, WithDefault.self, strict: .value("7"), lenient: .value("7"), .nullAsDefault),
  // Number where a string is expected: L4-11.
  .init(
    "L4-11", "number for string", #"{"v":12}"#, One<String>.self, strict: .error(.mismatch), lenient: .value("12"),
    .numberAsString),
  .init(
    "L4-11", "8.8 for string", #"{"v":8.8}"#, One<String>.self, strict: .error(.mismatch), lenient: .value("8.8"),
    .numberAsString),
  .init(
    "L4-11", "8.80 keeps its digits", #"{"v":8.80}"#, One<String>.self, strict: .error(.mismatch),
    lenient: .value("8.80"), .numberAsString),
  .init(
    "E", "1 for string is not true", #"{"v":1}"#, One<String>.self, strict: .error(.mismatch), lenient: .value("1"),
    .numberAsString),
  .init(
    "L4-11", "true for string", #"{"v":true}"#, One<String>.self, strict: .error(.mismatch),
    lenient: .value("true"), .boolAsString),
  // String where a number is expected: S0-03, L4-10, L4-25.
  .init(
    "S0-03", "string for number", #"{"v":"12"}"#, One<Int>.self, strict: .error(.mismatch), lenient: .value("12"),
    .stringAsNumber),
  .init(
    "L4-10", "exponent in a string", #"{"v":"1e5"}"#, One<Int>.self, strict: .error(.mismatch),
    lenient: .value("100000"), .stringAsNumber),
  .init(
    "L4-10", "blanks, plus and zeros", #"{"v":" +007 "}"#, One<Int>.self, strict: .error(.mismatch),
    lenient: .value("7"), .stringAsNumber),
  .init(
    "L4-10", "garbage for number", #"{"v":"abc"}"#, One<Int>.self, strict: .error(.mismatch), lenient: .error(.mismatch)
  ),
  .init(
    "L4-10", "12abc for number", #"{"v":"12abc"}"#, One<Int>.self, strict: .error(.mismatch), lenient: .error(.mismatch)
  ),
  .init(
    "L4-10", "NaN for number", #"{"v":"NaN"}"#, One<Double>.self, strict: .error(.mismatch), lenient: .error(.mismatch)),
  .init(
    "L4-10", "empty string for number", #"{"v":""}"#, One<Int>.self, strict: .error(.mismatch),
    lenient: .error(.mismatch)),
  .init(
    "L4-10", "garbage, default", #"{"v":"abc"}"#, WithDefault.self, strict: .error(.mismatch), lenient: .value("7"),
    .unreadableAsDefault),
  .init(
    "L4-10", "fraction for integer", #"{"v":123.45}"#, One<Int>.self, strict: .error(.mismatch),
    lenient: .error(.mismatch)),
  .init("L4-10", "1.0 is the integer 1", #"{"v":1.0}"#, One<Int>.self, strict: .value("1"), lenient: .value("1")),
  .init("W29", "too large", #"{"v":300}"#, One<UInt8>.self, strict: .error(.outOfRange), lenient: .error(.outOfRange)),
  .init(
    "L4-10", "empty string, optional", #"{"v":""}"#, Maybe<Int>.self, strict: .error(.mismatch), lenient: .value("nil"),
    .emptyStringAsNil),
  .init(
    "L4-10", "null in a word", #"{"v":"<null>"}"#, Maybe<Int>.self, strict: .error(.mismatch), lenient: .value("nil"),
    .nullWordAsNil),
  .init(
    "L4-10", "a person named Null", #"{"v":"Null"}"#, Maybe<String>.self, strict: .value(#"Optional("Null")"#),
    lenient: .value(#"Optional("Null")"#)),
  // Booleans: W29, L4-10, L4-25.
  .init(
    "W29", "1 for Bool", #"{"v":1}"#, One<Bool>.self, strict: .error(.mismatch), lenient: .value("true"), .numberAsBool),
  .init("W29", "2 for Bool", #"{"v":2}"#, One<Bool>.self, strict: .error(.mismatch), lenient: .error(.mismatch)),
  .init(
    "L4-25", "yes for Bool", #"{"v":"YES"}"#, One<Bool>.self, strict: .error(.mismatch), lenient: .value("true"),
    .stringAsBool),
  .init(
    "L4-25", "0 in a string for Bool", #"{"v":"0"}"#, One<Bool>.self, strict: .error(.mismatch),
    lenient: .value("false"), .stringAsBool),
  .init(
    "L4-25", "maybe for Bool", #"{"v":"maybe"}"#, One<Bool>.self, strict: .error(.mismatch), lenient: .error(.mismatch)),
  .init(
    "L4-10", "true for number", #"{"v":true}"#, One<Int>.self, strict: .error(.mismatch), lenient: .value("1"),
    .boolAsNumber),
  // Wrong container: L4-15, L4-27, L4-45, W33.
  .init(
    "L4-15", "list for object", #"{"v":[1]}"#, One<WithDefault>.self, strict: .error(.mismatch),
    lenient: .error(.mismatch)),
  .init(
    "L4-45", "list for object, optional", #"{"v":[1]}"#, Maybe<WithDefault>.self, strict: .error(.mismatch),
    lenient: .value("nil"), .unreadableAsNil),
  .init(
    "L4-46", "empty list for object", #"{"v":[]}"#, One<[String: Int]>.self, strict: .error(.mismatch),
    lenient: .value("[:]"), .emptyListAsObject),
  .init(
    "W33", "object for list, optional", #"{"v":{"a":1}}"#, Maybe<[Int]>.self, strict: .error(.mismatch),
    lenient: .value("nil"), .unreadableAsNil),
  // One bad element: L4-04, L4-44, W25, W33.
  .init(
    "L4-44", "one bad element", #"{"v":[1,"x",3]}"#, One<[Int]>.self, strict: .error(.mismatch),
    lenient: .value("[1, 3]"), .unreadableDropped),
  .init(
    "W33", "null in a list", #"{"v":[1,null,3]}"#, One<[Int]>.self, strict: .error(.null), lenient: .value("[1, 3]"),
    .nullDropped),
  .init(
    "W33", "null in a list of optionals", #"{"v":[1,null,3]}"#, One<[Int?]>.self,
    strict: .value("[Optional(1), nil, Optional(3)]"), lenient: .value("[Optional(1), nil, Optional(3)]")),
  .init(
    "L4-04", "last element bad", #"{"v":[1,{}]}"#, One<[Int]>.self, strict: .error(.mismatch), lenient: .value("[1]"),
    .unreadableDropped),
  .init(
    "L4-04", "all elements bad", #"{"v":[{},[]]}"#, One<[Int]>.self, strict: .error(.mismatch), lenient: .value("[]"),
    .unreadableDropped, .unreadableDropped),
  .init(
    "L4-04", "bad value in a dictionary", #"{"v":{"a":1,"b":"x","c":null}}"#, One<[String: Int]>.self,
    strict: .error(.mismatch), lenient: .value(#"["a": 1]"#), .unreadableDropped, .nullDropped),
  // Unknown case: W29.
  .init(
    "W29", "unknown case", #"{"v":"burnt"}"#, One<Status>.self, strict: .error(.unreadable),
    lenient: .error(.unreadable)),
  .init(
    "W29", "unknown case, optional", #"{"v":"burnt"}"#, Maybe<Status>.self, strict: .error(.unreadable),
    lenient: .value("nil"), .unreadableAsNil),
  .init(
    "E", "unknown case in a list", #"{"v":["open","burnt"]}"#, One<[Status]>.self, strict: .error(.unreadable),
    lenient: .value("[StrataMappingTests.Status.open]"), .unreadableDropped),
  // 8.8: W30.
  .init("W30", "8.8 as money", #"{"v":8.8}"#, One<Decimal>.self, strict: .value("8.8"), lenient: .value("8.8")),
  .init(
    "W30", "99.99 in a string as money", #"{"v":"99.99"}"#, One<Decimal>.self, strict: .error(.mismatch),
    lenient: .value("99.99"), .stringAsNumber),
  .init("W30", "8.8 as double", #"{"v":8.8}"#, One<Double>.self, strict: .value("8.8"), lenient: .value("8.8")),
  // Addresses: L4-13.
  .init(
    "L4-13", "address with blanks", #"{"v":" https://a.example/b "}"#, One<URL>.self,
    strict: .value("https://a.example/b"), lenient: .value("https://a.example/b")),
  .init(
    "L4-13", "empty address", #"{"v":""}"#, One<URL>.self, strict: .error(.unreadable), lenient: .error(.unreadable)),
  .init(
    "L4-13", "empty address, optional", #"{"v":""}"#, Maybe<URL>.self, strict: .error(.unreadable),
    lenient: .value("nil"), .emptyStringAsNil),
]

@Suite(.timeLimit(.minutes(1))) struct MatrixTests {
  // The behaviour matrix of the feature list, row by row: what we do where the predecessors disagree.
  @Test(arguments: matrix) func decidesEachRowOfTheMatrix(_ row: MatrixRow) {
    #expect(outcome(row, .strict) == row.strict)
    #expect(outcome(row, .lenient) == row.lenient)
  }

  @Test(arguments: matrix) func reportsEachRepairByName(_ row: MatrixRow) throws {
    guard case .value = row.lenient else { return }
    let reports = Reports()
    _ = try row.read(MappingDecoder(.lenient, onReport: reports.add), row.json)
    #expect(reports.all.flatMap(\.repairs).map(\.kind) == row.repairs)
  }

  @Test(arguments: matrix) func namesPathAndRawValueOfEachRefusal(_ row: MatrixRow) throws {
    guard case .error(let kind) = row.strict else { return }
    let error = try #require(throws: MappingError.self) { try row.read(MappingDecoder(.strict), row.json) }
    #expect(error.path.elements.first == .name("v"))
    #expect(error.position.line == 1)
    #expect(kind == .missing ? error.raw == nil : error.raw != nil)
  }

  private func outcome(_ row: MatrixRow, _ policy: MappingPolicy) -> Outcome {
    do {
      return .value(try row.read(MappingDecoder(policy), row.json))
    } catch {
      return .error((error as? MappingError)?.kind ?? .refused)
    }
  }
}
