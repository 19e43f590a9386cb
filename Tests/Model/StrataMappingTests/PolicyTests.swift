// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataContract
import StrataMapping
import Testing

@Suite(.timeLimit(.minutes(1))) struct PolicyTests {
  struct Address: Codable, Equatable, Sendable { var pId: String, city: String?, isDefault: Bool }

  // S0-23, L4-03, L4-20: keys, paths, alternatives; once mapped, the own name is no longer read.
  @Test func aMemberIsReadFromItsFirstPathThatIsThere() throws {
    let policy = MappingPolicy.strict.type(Address.self) {
      $0.member("pId", from: "p_id", "ids[1].p")
      $0.member("city", from: "place.city", "city_name")
      $0.member("isDefault", from: "flags.default")
    }
    let decoder = MappingDecoder(policy)
    let flags = #""flags":{"default":true}"#
    #expect(
      try decoder.decode(Address.self, #"{"p_id":"1","place":{"city":"X"},\#(flags)}"#)
        == Address(pId: "1", city: "X", isDefault: true))
    #expect(
      try decoder.decode(Address.self, #"{"ids":[0,{"p":"2"}],"city_name":"Y",\#(flags)}"#)
        == Address(pId: "2", city: "Y", isDefault: true))
    // Null counts as present.
    #expect(
      try decoder.decode(Address.self, #"{"p_id":"1","place":{"city":null},"city_name":"Y",\#(flags)}"#).city == nil)
    // Members may share a path, and a wrong container on the way is a missing member.
    let error = try #require(fault(policy, Address.self, #"{"pId":"1","ids":{},\#(flags)}"#))
    #expect(error.kind == .missing)
    #expect(error.path == "p_id")
  }

  @Test func twoMembersMayShareAPath() throws {
    struct Price: Codable, Equatable { var text: String, number: Decimal }
    let policy = MappingPolicy.lenient.type(Price.self) {
      $0.member("text", from: "price")
      $0.member("number", from: "price")
    }
    #expect(
      try MappingDecoder(policy).decode(Price.self, #"{"price":8.80}"#)
        == Price(text: "8.80", number: Decimal(string: "8.8") ?? 0))
  }

  // W28, L4-43: snake case for all, still overridable per key.
  @Test func snakeCaseHoldsForAllModelsAndYieldsToAMembersOwnName() throws {
    struct Image: Codable, Equatable { var imageURL: String, userID: Int, line2: String, htmlBodyText: String, x: Int }
    let policy = MappingPolicy.strict.with { $0.names = .snakeCase }.type(Image.self) { $0.member("x", from: "theX") }
    let text = #"{"image_url":"u","user_id":1,"line2":"l","html_body_text":"h","theX":5}"#
    let value = try MappingDecoder(policy).decode([Image].self, "[\(text),\(text)]")
    #expect(value == Array(repeating: Image(imageURL: "u", userID: 1, line2: "l", htmlBodyText: "h", x: 5), count: 2))
    #expect(String(decoding: try MappingEncoder(policy).encode(value[0]), as: UTF8.self) == text)
    // A name as it is written is read too, and keys of a dictionary are data.
    #expect(
      try MappingDecoder(policy).decode(One<[String: Int]>.self, #"{"v":{"aKey":1,"b_key":2}}"#).v == [
        "aKey": 1, "b_key": 2,
      ])
    #expect(
      try MappingDecoder(policy).decode(
        Image.self, #"{"imageURL":"u","userID":1,"line2":"l","htmlBodyText":"h","theX":5}"#) == value[0])
  }

  @Test func defaultsOfThePolicyWinOverThoseOfTheModel() throws {
    let policy = MappingPolicy.lenient.type(WithDefault.self) { $0.member("v", orElse: 9) }
    for text in ["{}", #"{"v":null}"#, #"{"v":"abc"}"#] {
      #expect(try MappingDecoder(policy).decode(WithDefault.self, text).v == 9)
    }
    #expect(try MappingDecoder(policy).decode(WithDefault.self, #"{"v":"3"}"#).v == 3)
    // Strict: declared defaults stand for what is missing, and not for garbage.
    let strict = MappingPolicy.strict.type(One<Int>.self) { $0.member("v", orElse: 9) }
    #expect(try MappingDecoder(strict).decode(One<Int>.self, "{}").v == 9)
    #expect(fault(strict, One<Int>.self, #"{"v":"abc"}"#)?.kind == .mismatch)
  }

  @Test func aDefaultOfAnotherTypeIsSaidToBeOne() throws {
    let policy = MappingPolicy.strict.type(One<Double>.self) { $0.member("v", orElse: "none") }
    #expect(fault(policy, One<Double>.self, "{}")?.reason.contains("no Double") == true)
  }

  @Test func anOptionalMemberKeepsItsInitialValue() throws {
    #expect(try MappingDecoder(.strict).decode(WithTexts.self, #"{"name":"a"}"#).note == "empty")
    #expect(try MappingDecoder(.strict).decode(WithTexts.self, #"{"name":"a","note":null}"#).note == "empty")
    #expect(try MappingDecoder(.lenient).decode(WithTexts.self, #"{"name":"a","note":[]}"#).note == "empty")
    #expect(try MappingDecoder(.strict).decode(WithTexts.self, #"{"name":"a","note":"b"}"#).note == "b")
  }

  // L4-06: ignored members are neither read nor written.
  @Test func ignoredMembersAreNeitherReadNorWritten() throws {
    let policy = MappingPolicy.strict.type(Address.self) { $0.ignore("city") }
    let value = try MappingDecoder(policy).decode(Address.self, #"{"pId":"1","city":"X","isDefault":true}"#)
    #expect(value.city == nil)
    let written = try MappingEncoder(policy).encode(Address(pId: "1", city: "X", isDefault: true))
    #expect(String(decoding: written, as: UTF8.self) == #"{"pId":"1","isDefault":true}"#)
    let all = MappingPolicy.strict.type(Address.self) { $0.ignore("pId") }
    #expect(fault(all, Address.self, #"{"pId":"1","isDefault":true}"#)?.reason.contains("ignored") == true)
  }

  @Test func theNarrowerRuleWins() throws {
    struct Event: Codable, Equatable { var at: Date, by: Date, list: [Date] }
    struct Feed: Codable, Equatable { var event: Event, end: Date }
    let policy = MappingPolicy.strict
      .with { $0.dates = [.iso8601] }
      .type(Event.self) {
        $0.with { $0.dates = [.seconds] }
        $0.member("by") { $0.dates = [.milliseconds] }
        $0.member("list") { $0.dates = [.format("yyyy")] }
      }
    let text = #"{"event":{"at":10,"by":20000,"list":["1970","1971"]},"end":"1970-01-01T00:00:30Z"}"#
    let feed = try MappingDecoder(policy).decode(Feed.self, text)
    #expect(feed.event.at == Date(timeIntervalSince1970: 10))
    #expect(feed.event.by == Date(timeIntervalSince1970: 20))
    #expect(feed.event.list[1] == Date(timeIntervalSince1970: 31_536_000))
    #expect(feed.end == Date(timeIntervalSince1970: 30))
    #expect(try MappingDecoder(policy).decode(Feed.self, from: MappingEncoder(policy).encode(feed)) == feed)
  }

  @Test func aTypesRulesHoldForItsValuesUnlessTheMemberHasItsOwn() throws {
    struct Two: Codable, Equatable { var a: Date, b: Date }
    let policy = MappingPolicy.strict
      .type(Date.self) { $0.with { $0.dates = [.seconds] } }
      .type(Two.self) { $0.member("b") { $0.dates = [.milliseconds] } }
    let two = try MappingDecoder(policy).decode(Two.self, #"{"a":1,"b":1000}"#)
    #expect(two == Two(a: Date(timeIntervalSince1970: 1), b: Date(timeIntervalSince1970: 1)))
    #expect(String(decoding: try MappingEncoder(policy).encode(two), as: UTF8.self) == #"{"a":1,"b":1000}"#)
  }

  @Test func rulesOfAPlaceHoldThereAndBelow() throws {
    struct Node: Codable, Equatable { var n: Int, deep: [Maybe<Int>]? }
    struct Root: Codable, Equatable { var good: Node, bad: [Node] }
    let policy = MappingPolicy.strict.at("bad") { $0.repairs = [.stringsAsNumbers] }
    let bad = #""bad":[{"n":"1","deep":[{"v":"2"}]}]"#
    let value = try MappingDecoder(policy).decode(Root.self, #"{"good":{"n":1},\#(bad)}"#)
    #expect(value.bad == [Node(n: 1, deep: [Maybe(v: 2)])])
    #expect(fault(policy, Root.self, #"{"good":{"n":"1"},\#(bad)}"#)?.path == "good.n")
    let deeper = MappingPolicy.strict.at("bad.deep.v") { $0.repairs = [.stringsAsNumbers] }
    #expect(fault(deeper, Root.self, #"{"good":{"n":1},\#(bad)}"#)?.path == "bad[0].n")
    #expect(fault(deeper, Root.self, #"{"good":{"n":1},"bad":[{"n":1,"deep":[{"v":"2"}]}]}"#) == nil)
    let root = MappingPolicy.strict.at("") { $0.repairs = [.stringsAsNumbers] }
    #expect(try MappingDecoder(root).decode([Int].self, #"["1"]"#) == [1])
    let inDictionary = MappingPolicy.strict.at("a") { $0.repairs = [.stringsAsNumbers] }
    #expect(fault(inDictionary, [String: Int].self, #"{"a":"1","b":"2"}"#)?.path == "b")
  }

  // W29: unknown cases, declared by the type or by the policy.
  @Test func anUnknownCaseIsTheFallbackOfTheTypeOrOfThePolicy() throws {
    enum Own: String, Codable, MappingFallback {
      case a, other
      static let mappingFallback = Own.other
    }
    let (own, report) = try MappingDecoder(.strict).decodeWithReport([Own].self, from: Data(#"["a","b",3]"#.utf8))
    #expect(own == [.a, .other, .other])
    #expect(report.repairs.map(\.path) == ["[1]", "[2]"])
    let policy = MappingPolicy.strict.fallback(Status.closed)
    #expect(try MappingDecoder(policy).decode([Status].self, #"["open","burnt"]"#) == [.open, .closed])
    #expect(try MappingDecoder(policy).decode(Maybe<Status>.self, #"{"v":"burnt"}"#).v == .closed)
    #expect(try MappingDecoder(policy).decode(Maybe<Status>.self, #"{"v":null}"#).v == nil)
  }

  // L4-46, W32: conversions both ways.
  @Test func aConversionReadsAndWrites() throws {
    let policy = MappingPolicy.strict.convert(TimeZone.self, from: String.self) {
      TimeZone(identifier: $0)
    } write: {
      $0.identifier
    }
    let value = try MappingDecoder(policy).decode(One<TimeZone>.self, #"{"v":"Asia/Tokyo"}"#)
    #expect(value.v.identifier == "Asia/Tokyo")
    #expect(String(decoding: try MappingEncoder(policy).encode([value]), as: UTF8.self) == #"[{"v":"Asia/Tokyo"}]"#)
    let error = try #require(fault(policy, One<TimeZone>.self, #"{"v":"Mars/Olympus"}"#))
    #expect(error.kind == .unreadable)
    #expect(error.raw == #""Mars/Olympus""#)
  }

  // L4-23: a hook before each value, here every text without blanks around it; also for members that are optional.
  @Test func aTypeMayBeConvertedFromItself() throws {
    let policy = MappingPolicy.lenient.convert(String.self, from: String.self) {
      $0.trimmingCharacters(in: .whitespaces)
    } write: {
      $0.uppercased()
    }
    #expect(try MappingDecoder(policy).decode([One<String>].self, #"[{"v":" a "}]"#) == [One(v: "a")])
    #expect(try MappingDecoder(policy).decode(Maybe<String>.self, #"{"v":" a "}"#).v == "a")
    #expect(try MappingDecoder(policy).decode([String].self, #"[" a ",1]"#) == ["a", "1"])
    #expect(String(decoding: try MappingEncoder(policy).encode([One(v: "a")]), as: UTF8.self) == #"[{"v":"A"}]"#)
    let positive = MappingPolicy.strict.convert(WithDefault.self, from: WithDefault.self) {
      $0.v > 0 ? $0 : nil
    } write: {
      $0
    }
    #expect(try MappingDecoder(positive).decode(WithDefault.self, "{}").v == 7)
    #expect(fault(positive, WithDefault.self, #"{"v":-1}"#)?.kind == .unreadable)
  }

  // L4-08, L4-47, W25: a model that refuses itself, at every depth; in lists it is dropped.
  @Test func aModelThatRefusesItselfIsDroppedFromListsAndFailsElsewhere() throws {
    struct Refusal: Error {}
    struct Checked: Codable, Equatable, MappingFinishing {
      var n: Int
      var isBig: Bool?
      mutating func finishMapping() throws {
        guard n > 0 else { throw Refusal() }
        isBig = n > 10
      }
    }
    struct Deep: Codable, Equatable { var list: [Checked], one: Checked }
    let text = #"{"list":[{"n":1},{"n":-1},{"n":20}],"one":{"n":2}}"#
    let (deep, report) = try MappingDecoder(.lenient).decodeWithReport(Deep.self, from: Data(text.utf8))
    #expect(deep.list == [Checked(n: 1, isBig: false), Checked(n: 20, isBig: true)])
    #expect(report.repairs.map(\.path) == ["list[1]"])
    let error = try #require(fault(.strict, Deep.self, text))
    #expect(error.kind == .refused)
    #expect(error.path == "list[1]")
    #expect(error.underlying is Refusal)
  }

  @Test func oneValueIsAListWhereThePolicySaysSo() throws {
    let policy = repairing([.valuesAsLists])
    #expect(try MappingDecoder(policy).decode(One<[Int]>.self, #"{"v":3}"#).v == [3])
    #expect(fault(policy, One<[Int]>.self, #"{"v":null}"#)?.kind == .null)
    #expect(fault(.lenient, One<[Int]>.self, #"{"v":3}"#)?.kind == .mismatch)
  }

  // Every type of number, as an optional member: the standard library has defaults that would pass our repairs by.
  @Test func optionalMembersOfEveryTypeAreRepairedAlike() throws {
    func expectRepairs<Value: Codable & Equatable & Sendable>(_ type: Value.Type, _ one: Value) throws {
      let decoder = MappingDecoder(.lenient)
      #expect(try decoder.decode(Maybe<Value>.self, #"{"v":"1"}"#).v == one)
      #expect(try decoder.decode(Maybe<Value>.self, #"{"v":""}"#).v == nil)
      #expect(try decoder.decode(Maybe<Value>.self, #"{"v":[]}"#).v == nil)
      #expect(try decoder.decode(Maybe<Value>.self, #"{"v":null}"#).v == nil)
      #expect(try decoder.decode(One<Value>.self, #"{"v":1}"#).v == one)
      let nulls = MappingPolicy.strict.with { $0.nils = .null }
      #expect(String(decoding: try MappingEncoder(nulls).encode(Maybe<Value>(v: nil)), as: UTF8.self) == #"{"v":null}"#)
    }
    try expectRepairs(Bool.self, true)
    try expectRepairs(Int.self, 1)
    try expectRepairs(Int8.self, 1)
    try expectRepairs(Int16.self, 1)
    try expectRepairs(Int32.self, 1)
    try expectRepairs(Int64.self, 1)
    try expectRepairs(Int128.self, 1)
    try expectRepairs(UInt.self, 1)
    try expectRepairs(UInt8.self, 1)
    try expectRepairs(UInt16.self, 1)
    try expectRepairs(UInt32.self, 1)
    try expectRepairs(UInt64.self, 1)
    try expectRepairs(UInt128.self, 1)
    try expectRepairs(Double.self, 1)
    try expectRepairs(Float.self, 1)
    try expectRepairs(Decimal.self, 1)
  }

  @Test func emptyTextIsNilOnlyWhereThePolicySaysSo() throws {
    let text = #"{"v":""}"#
    #expect(try MappingDecoder(.lenient).decode(Maybe<String>.self, text).v == "")
    #expect(try MappingDecoder(repairing([.emptyTextAsNil])).decode(Maybe<String>.self, text).v == nil)
  }

  /// Each repair alone: a document that it repairs, and that all others together do not.
  static let alone: [(MappingRepairs, String, @Sendable (MappingPolicy, String) -> MappingError?)] = [
    (.numbersAsStrings, "1", { fault($0, One<String>.self, $1) }),
    (.stringsAsNumbers, #""1""#, { fault($0, One<Int>.self, $1) }),
    (.stringsAsBools, #""true""#, { fault($0, One<Bool>.self, $1) }),
    (.numbersAsBools, "1", { fault($0, One<Bool>.self, $1) }),
    (.boolsAsNumbers, "true", { fault($0, One<Double>.self, $1) }),
    (.dropsUnreadable, "[{}]", { fault($0, One<[Int]>.self, $1) }),
    (.dropsNulls, "[null]", { fault($0.with { $0.repairs.remove(.dropsUnreadable) }, One<[Int]>.self, $1) }),
    (.emptyListsAsObjects, "[]", { fault($0, One<[String: Int]>.self, $1) }),
    (.valuesAsLists, "1", { fault($0, One<[Int]>.self, $1) }),
    (.loneSurrogates, #""\ud800""#, { fault($0, One<String>.self, $1) }),
  ]

  @Test(arguments: alone.indices) func eachRepairWorksAloneAndIsMissedAlone(_ index: Int) {
    let (repair, value, run) = Self.alone[index]
    let text = #"{"v":\#(value)}"#
    let others = MappingRepairs(rawValue: (1 << 15) - 1).subtracting(repair)
    #expect(run(repairing(repair), text) == nil)
    #expect(run(repairing(others), text) != nil)
  }

  @Test func aPolicyIsSharedByManyTasks() async throws {
    let decoder = MappingDecoder(.lenient.with { $0.names = .snakeCase })
    let text = Data(#"[{"p_id":"1","is_default":"yes"},{"p_id":2,"is_default":0}]"#.utf8)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            let all = try? decoder.decode([Address].self, from: text)
            return all?.map(\.pId) == ["1", "2"] && all?.map(\.isDefault) == [true, false]
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
