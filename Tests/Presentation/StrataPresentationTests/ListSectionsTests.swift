// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataPresentation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ListSectionsTests {
  private let rows = [Row(id: 1, text: "b"), Row(id: 2, text: "a"), Row(id: 3, text: "b")]

  @Test func rowsAreGroupedInTheOrderOfTheirFirst() {
    let sections = ListSections(rows, by: \.text)
    #expect(sections.parts.map(\.id) == ["b", "a"])
    #expect(sections.parts.map { $0.rows.map(\.id) } == [[1, 3], [2]])
    #expect(sections.rowCount == 3)  // L5-11
  }

  @Test func aPlaceThatIsNotThereHasNoRow() {  // S0-08
    let sections = ListSections(rows, by: \.text)
    #expect(sections.row(at: ListPlace(section: 0, row: 1))?.id == 3)
    #expect(sections.row(at: ListPlace(section: 0, row: 2)) == nil)
    #expect(sections.row(at: ListPlace(section: -1, row: 0)) == nil)
    #expect(sections[2] == nil)
    #expect(sections.place(of: 2) == ListPlace(section: 1, row: 0))
    #expect(sections.place(of: 9) == nil)
  }

  @Test func eachRowCanBeASectionOfItsOwn() {  // S0-35
    let sections = ListSections(each: rows)
    #expect(sections.parts.map(\.id) == [1, 2, 3])
    #expect(ListPlace(section: 0, row: 9) < ListPlace(section: 1, row: 0))
  }

  @Test func aFlatListHasHeadersAndRowsThatAreToldApart() {
    let sections = ListSections(rows, by: \.id)
    let items = sections.items
    #expect(items.count == 6)
    #expect(Set(items.map(\.id)).count == 6)
    #expect(items[0] == .header(1))
    #expect(items[1] == .row(rows[0]))
  }

  /// Rows of several kinds: an enum, and a switch that the compiler checks (S3-I1, L1-23).
  private enum Feed: Identifiable, Equatable {
    case advert(String), book(Row)
    var id: String {
      switch self {
      case .advert(let text): "advert \(text)"
      case .book(let row): "book \(row.id)"
      }
    }
  }

  @Test func severalKindsOfRowsAreOneList() {
    let sections = ListSections([Feed.book(rows[0]), .advert("sale")]) { _ in "all" }
    let kinds = sections.parts[0].rows.map { row in
      switch row {
      case .advert: "advert"
      case .book: "book"
      }
    }
    #expect(kinds == ["book", "advert"])
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct RowEventTests {
  private enum Action: Hashable { case edit, delete }

  private final class Model {
    var seen: [RowEvent<Int, Action>] = []
  }

  @Test func anEventNamesItsRowByIdentity() {  // S0-36
    let model = Model()
    let events = RowEvents(model) { $0.seen.append($1) }
    events.send(.delete, on: 7)
    #expect(model.seen == [RowEvent(.delete, on: 7)])
  }

  @Test func aRowThatOutlivesItsScreenKeepsNothing() {
    var model: Model? = Model()
    weak let released = model
    let events = model.map { RowEvents<Int, Action>($0) { $0.seen.append($1) } }
    model = nil
    events?.send(.edit, on: 1)
    #expect(released == nil)
  }
}
