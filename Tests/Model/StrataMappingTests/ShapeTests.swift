// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataMapping
import Testing

// L4-05: values of several shapes.
@Suite(.timeLimit(.minutes(1))) struct ShapeTests {
  struct Photo: Codable, Equatable, Sendable { var url: String }
  struct Note: Codable, Equatable, Sendable { var text: String, type: String }
  enum Item: Codable, Equatable, Sendable { case photo(Photo), note(Note), unknown }

  private let policy = MappingPolicy.lenient.choose(Item.self, by: "type") {
    $0.when("photo", Item.photo) { if case .photo(let photo) = $0 { photo } else { nil } }
    $0.when("7", Item.note) { if case .note(let note) = $0 { note } else { nil } }
    $0.otherwise(.unknown)
  }

  @Test func eachElementHasTheShapeThatItNames() throws {
    let text = #"[{"type":"photo","url":"u"},{"type":7,"text":"t"},{"type":"ad"},{"url":"u"},{"type":"photo"}]"#
    let (items, report) = try MappingDecoder(policy).decodeWithReport([Item].self, from: Data(text.utf8))
    #expect(items == [.photo(Photo(url: "u")), .note(Note(text: "t", type: "7")), .unknown, .unknown])
    #expect(
      report.repairs.map(\.kind) == [.numberAsString, .unreadableAsDefault, .unreadableAsDefault, .unreadableDropped])
    #expect(report.repairs.last?.reason == "url: missing, and neither optional nor with a default")
  }

  @Test func whatIsWrittenNamesItsShapeOnce() throws {
    let items: [Item] = [.photo(Photo(url: "u")), .note(Note(text: "t", type: "7"))]
    let data = try MappingEncoder(policy).encode(items)
    #expect(String(decoding: data, as: UTF8.self) == #"[{"url":"u","type":"photo"},{"text":"t","type":"7"}]"#)
    #expect(try MappingDecoder(policy).decode([Item].self, from: data) == items)
    let unknown = try MappingEncoder(policy).encode([Item.unknown])
    #expect(try MappingDecoder(policy).decode([Item].self, from: unknown) == [.unknown])
  }

  @Test func withoutAFallbackAnUnknownShapeIsAnError() throws {
    let policy = MappingPolicy.strict.choose(Item.self, by: "meta.kind") {
      $0.when("photo", Item.photo) { if case .photo(let photo) = $0 { photo } else { nil } }
    }
    let known = #"{"meta":{"kind":"photo"},"url":"u"}"#
    #expect(try MappingDecoder(policy).decode(Item.self, known) == .photo(Photo(url: "u")))
    #expect(fault(policy, [Item].self, #"[{"meta":{"kind":"ad"}}]"#)?.path == "[0]")
    #expect(fault(policy, [Item].self, "[null]")?.kind == .unreadable)
    let written = try MappingEncoder(policy).encode(Item.photo(Photo(url: "u")))
    #expect(String(decoding: written, as: UTF8.self) == #"{"url":"u","meta":{"kind":"photo"}}"#)
  }

  // S0-22 and L4-05: classes, where the shape is a subclass.
  class Shape: Codable { var name = "shape" }
  final class Circle: Shape {
    var radius = 0.0
    private enum CodingKeys: String, CodingKey { case radius }
    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
      try super.encode(to: encoder)
    }
  }

  @Test func aSubclassIsReadWithTheMembersOfItsSuperclass() throws {
    let policy = MappingPolicy.strict.choose(Shape.self, by: "kind") {
      $0.when("circle", { (circle: Circle) -> Shape in circle }, unwrap: { $0 as? Circle })
    }
    let shapes = try MappingDecoder(policy).decode([Shape].self, #"[{"kind":"circle","name":"c","radius":2}]"#)
    #expect((shapes[0] as? Circle)?.radius == 2)
    #expect(shapes[0].name == "c")
    #expect(
      String(decoding: try MappingEncoder(policy).encode(shapes), as: UTF8.self)
        == #"[{"radius":2,"name":"c","kind":"circle"}]"#)
  }
}
