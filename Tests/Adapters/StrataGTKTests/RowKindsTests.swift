#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataGTK
import StrataPresentation
import XCTest

nonisolated private enum Feed: Identifiable, Equatable {
  case header(String)
  case line(Line)

  var id: String {
    switch self {
    case .header(let title): title
    case .line(let line): "\(line.id)"
    }
  }
}

private final class HeaderView: RowView {
  let root = TextLabel()
  func show(_ content: String) { root.text = "# \(content)" }
}

private final class FeedRowView: RowView {
  let root = RowKinds()

  func show(_ content: Feed) {
    switch content {
    case .header(let title): root.row { HeaderView() }.show(title)
    case .line(let line): root.row { LineView() }.show(line.text)
    }
  }

  func clear() { root.clear() }
}

@Observable private final class FeedModel: ListPresenting {
  var rows: [Feed]
  init(_ rows: [Feed]) { self.rows = rows }
}

nonisolated final class RowKindsTests: XCTestCase {
  func testRowsOfSeveralKindsAreShownEachByItsView() throws {
    try withToolkit {
      let model = FeedModel([.header("A"), .line(Line(1)), .header("B"), .line(Line(2))])
      let list = ListView { FeedRowView() }
      let window = try show(list)
      list.bind(model) { $0 }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["# A", "row 1", "# B", "row 2"] })
      model.rows = [.line(Line(2)), .header("B"), .line(Line(1)), .header("C")]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["row 2", "# B", "row 1", "# C"] })
      window.close()
    }
  }
}
#endif
