// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import Testing

@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct TwoWayTests {
  private struct Refused: Error {}
  private struct Size: Equatable { var width = 1, height = 2 }
  private final class Box {
    var size = Size()
  }

  @Test func propertyIsReadAndWritten() throws {
    let model = Counter()
    let title = TwoWay(model, \.title)
    try title.write("a")
    #expect(model.title == "a")
    #expect(title.value == "a")
  }

  @Test func partOfAValueIsWrittenIntoTheWhole() throws {
    let box = Box()
    let width = TwoWay(box, \.size).width
    try width.write(7)
    #expect(box.size == Size(width: 7, height: 2))
  }

  @Test func rejectedConversionLeavesTheModelAlone() throws {
    let model = Counter()
    let text = TwoWay(model, \.count).converted(to: { "\($0)" }) { text in
      guard let number = Int(text) else { throw Refused() }
      return number
    }
    try text.write("12")
    #expect(throws: Refused.self) { try text.write("12a") }
    #expect(model.count == 12)
    #expect(text.value == "12")
  }

  // S4-21: validation stands in front of the model, as in DDV.
  @Test func ruleRefusesBeforeTheModelIsWritten() throws {
    let model = Counter()
    let count = TwoWay(model, \.count).validated { if $0 < 0 { throw Refused() } }
    try count.write(1)
    #expect(throws: Refused.self) { try count.write(-1) }
    #expect(model.count == 1)
  }

  @Test func firstOfTwoLinkedValuesComesFirst() {
    let (left, right) = (Counter(), Counter())
    (left.count, right.count) = (1, 2)
    let link = TwoWay(left, \.count).linked(to: TwoWay(right, \.count))
    #expect(right.count == 1)
    (left.count, right.count) = (3, 4)
    UpdateLoop.main.flush()
    #expect((left.count, right.count) == (3, 3))
    link.cancelAll()
  }

  @Test(arguments: [0, 20]) func chainOfTenCarriesAChangeFromEitherEnd(turns: Int) {
    let models = (0..<10).map { _ in Counter() }
    let links = zip(models, models.dropFirst()).map { TwoWay($0, \.count).linked(to: TwoWay($1, \.count)) }
    for _ in 0..<turns { UpdateLoop.main.flush() }
    models[0].count = 5
    UpdateLoop.main.flush()
    #expect(models.allSatisfy { $0.count == 5 })
    for _ in 0..<turns { UpdateLoop.main.flush() }
    models[9].count = 6
    UpdateLoop.main.flush()
    #expect(models.allSatisfy { $0.count == 6 })
    for _ in 0..<turns { UpdateLoop.main.flush() }
    models[4].count = 7
    UpdateLoop.main.flush()
    #expect(models.allSatisfy { $0.count == 7 })
    for link in links { link.cancelAll() }
    models[0].count = 8
    UpdateLoop.main.flush()
    #expect(models[1].count == 7)
  }
}
