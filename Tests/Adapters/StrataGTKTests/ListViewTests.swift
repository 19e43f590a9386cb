#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import Observation
import StrataBinding
import StrataContract
import StrataGTK
import StrataPresentation
import XCTest

/// A row of a list.
nonisolated struct Line: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String

  init(_ id: Int, _ text: String? = nil) {
    self.id = id
    self.text = text ?? "row \(id)"
  }
}

/// A model of rows that a test changes as it likes.
@Observable final class Lines: ListPresenting {
  var rows: [Line]
  var footer = ListFooter.none
  var canLoadMore = false
  @ObservationIgnored var appeared: [Int] = []
  @ObservationIgnored var retries = 0

  init(_ rows: [Line] = []) { self.rows = rows }

  func appeared(at index: Int) { appeared.append(index) }
  func retry() { retries += 1 }
}

/// Shows a text, and notes each time it is told to.
final class LineView: RowView {
  static var made = 0
  static var shown: [String] = []
  static var cleared = 0
  private let label = TextLabel()
  let root: Box

  init() {
    root = Box(.vertical, [label])
    Self.made += 1
  }

  func show(_ content: String) {
    label.text = content
    Self.shown.append(content)
  }

  func clear() { Self.cleared += 1 }

  static func reset() { (made, shown, cleared) = (0, [], 0) }
}

/// A list of lines in a window, on screen.
func showList(_ lines: Lines, onActivate: ((Line) -> Void)? = nil) throws -> ApplicationWindow {
  LineView.reset()
  let list = ListView { LineView() }
  let window = try show(list)
  list.bind(lines, content: \.text, onActivate: onActivate)
  return window
}

// W12, L5-01: a list shows the model's rows, whatever happens to them.
nonisolated final class ListViewTests: XCTestCase {
  func testRowsAreShownInTheirOrder() throws {
    try withToolkit {
      let window = try showList(Lines([Line(1), Line(2), Line(3)]))
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["row 1", "row 2", "row 3"] })
      window.close()
    }
  }

  func testAHundredThousandRowsOpenAtOnceWithFewWidgets() throws {
    try withToolkit {
      let lines = Lines((0..<100_000).map { Line($0) })
      let start = ContinuousClock.now
      let window = try showList(lines)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 0" })
      XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
      XCTAssertLessThan(LineView.made, 300)
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 99999" })
      XCTAssertLessThan(LineView.made, 300)
      window.close()
    }
  }

  func testOnlyTheRowThatChangedIsShownAgain() throws {
    try withToolkit {
      let lines = Lines((0..<5).map { Line($0) })
      let window = try showList(lines)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == 5 })
      LineView.shown = []
      lines.rows[2].text = "changed"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["row 0", "row 1", "changed", "row 3", "row 4"] })
      lines.rows.insert(Line(9), at: 0)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 9" })
      lines.rows.removeLast()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 3" })
      XCTAssertEqual(LineView.shown, ["changed", "row 9"])
      window.close()
    }
  }

  func testRandomChangesAlwaysShowTheModelsRows() throws {
    try withToolkit {
      var generator = SeededGenerator(seed: 7)
      let lines = Lines((0..<6).map { Line($0) })
      let window = try showList(lines)
      var next = 100
      for round in 0..<150 {
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let place = lines.rows.indices.randomElement(using: &generator)
          switch Int.random(in: 0..<6, using: &generator) {
          case 0: lines.rows.insert(Line(next), at: place ?? 0)
          case 1: if let place { lines.rows.remove(at: place) }
          case 2: lines.rows.shuffle(using: &generator)
          case 3: if let place { lines.rows[place].text = "edit \(next)" }
          case 4: lines.footer = [.none, .loading, .end("end")].randomElement(using: &generator) ?? .none
          default: if lines.rows.count > 7 { lines.rows = [] } else { lines.rows.append(Line(next)) }
          }
          next += 1
        }
        var wanted = lines.rows.map(\.text)
        if lines.footer == .end("end") { wanted.append("end") }
        if !MainLoop.pump(
          timeout: .seconds(2),
          until: {
            window.textsOnScreen == Array(wanted.prefix(window.textsOnScreen.count))
              && window.textsOnScreen.count >= min(wanted.count, 5)
          })
        {
          XCTFail("round \(round): \(window.textsOnScreen) instead of \(wanted)")
          break
        }
      }
      window.close()
    }
  }

  func testRowsInsertedAboveLeaveTheVisibleOnesWhereTheyAre() throws {
    try withToolkit {
      let lines = Lines((0..<1_000).map { Line($0) })
      let window = try showList(lines)
      XCTAssertTrue(MainLoop.pump { !window.textsOnScreen.isEmpty })
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 999" })
      let before = window.textsOnScreen
      lines.rows.insert(contentsOf: (2_000..<2_010).map { Line($0) }, at: 5)
      MainLoop.pump(timeout: .milliseconds(100)) { false }
      XCTAssertEqual(window.textsOnScreen, before)
      window.close()
    }
  }

  func testTheRowWithTheFocusKeepsItWhenRowsComeAndGo() throws {
    try withToolkit {
      let lines = Lines((0..<5).map { Line($0) })
      let window = try showList(lines) { _ in }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == 5 })
      let row = gtk_widget_get_ancestor(
        try window.find(text: "row 2").raw.assumingMemoryBound(to: GtkWidget.self),
        g_type_from_name("GtkListItemWidget"))
      XCTAssertNotEqual(gtk_widget_grab_focus(row), 0)
      XCTAssertEqual(textsOfFocus(in: window), ["row 2"])
      lines.rows.insert(contentsOf: [Line(10), Line(11)], at: 1)
      lines.rows.removeFirst()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 10" })
      XCTAssertEqual(textsOfFocus(in: window), ["row 2"])
      window.close()
    }
  }

  func testARowThatShowsAnotherItemEndsTheOldOneFirst() throws {
    try withToolkit {
      let lines = Lines((0..<3).map { Line($0) })
      let window = try showList(lines)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == 3 })
      XCTAssertEqual(LineView.cleared, 0)
      lines.rows[1].text = "the same row"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen[1] == "the same row" })
      XCTAssertEqual(LineView.cleared, 0)
      lines.rows = [Line(7), Line(8), Line(9)]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 7" })
      XCTAssertEqual(LineView.cleared, 3)
      window.close()
    }
  }

  func testARowBeforeTheFirstIsSeenByWhoIsAtTheStart() throws {
    try withToolkit {
      let lines = Lines((0..<500).map { Line($0) })
      let window = try showList(lines)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 0" })
      for round in 1...5 {
        lines.rows.insert(Line(1_000 + round), at: 0)
        XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row \(1_000 + round)" })
      }
      try window.scrollToEnd()
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.last == "row 499" })
      lines.rows = (3_000..<3_100).map { Line($0) }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.first == "row 3000" })
      window.close()
    }
  }

  func testAClickActivatesTheRowThatIsThereNow() throws {
    try withToolkit {
      let lines = Lines((0..<3).map { Line($0) })
      var activated: [Int] = []
      let window = try showList(lines) { activated.append($0.id) }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == 3 })
      try window.find(text: "row 1").click()
      lines.rows.insert(Line(7), at: 0)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == 4 })
      try window.find(text: "row 1").click()
      try window.find(text: "row 7").click()
      XCTAssertEqual(activated, [1, 1, 7])
      window.close()
    }
  }

  func testClosingTheWindowReleasesTheModelAndTheRowViews() throws {
    try withToolkit {
      weak var model: Lines?
      weak var row: LineView?
      @MainActor func openAndClose() throws {
        let lines = Lines([Line(1), Line(2)])
        model = lines
        let list = ListView {
          let view = LineView()
          row = view
          return view
        }
        let window = try show(list)
        list.bind(lines, content: \.text) { _ in lines.retries += 1 }
        XCTAssertTrue(MainLoop.pump { row != nil && window.textsOnScreen.count == 2 })
        window.close()
      }
      try openAndClose()
      XCTAssertTrue(MainLoop.pump { model == nil && row == nil })
    }
  }
}

private func textsOfFocus(in window: ApplicationWindow) -> [String] {
  gtk_window_get_focus(window.raw.assumingMemoryBound(to: GtkWindow.self)).map { AnyWidget($0).textsOnScreen } ?? []
}

/// Random numbers that are the same in each run.
nonisolated struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
#endif
