#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import StrataPresentation
import XCTest

nonisolated private enum LineAction { case edit, delete }

private final class Desk {
  var seen: [RowEvent<Int, LineAction>] = []
  var opened: [Int] = []
}

private final class LineRowView: RowView {
  private let label = TextLabel()
  private let buttons: RowButtons<Int, LineAction>
  private let edit: PushButton
  let root: Box

  init(_ desk: Desk) {
    buttons = RowButtons(RowEvents(desk) { $0.seen.append($1) })
    edit = buttons.add(.edit, icon: "document-edit-symbolic", label: "Edit")
    buttons.add(.delete, icon: "user-trash-symbolic", label: "Delete")
    root = Box(.horizontal, [label.expanding(vertical: false), buttons])
  }

  func show(_ content: Line) {
    label.text = content.text
    buttons.show(content.id)
    edit.isSensitive = content.id != 2
  }
}

// S0-36: a row's button tells what was done, and to which row, whatever row its widgets showed before.
nonisolated final class RowButtonsTests: XCTestCase {
  func testAButtonSendsItsActionForTheRowThatItIsIn() throws {
    try withToolkit {
      let (desk, _, window) = try showRows([1, 2])
      try window.find(accessible: "Delete").click()
      XCTAssertEqual(desk.seen, [RowEvent(.delete, on: 1)])
      XCTAssertEqual(desk.opened, [])
      window.close()
    }
  }

  func testAReusedRowSendsItsNewRowsIdentity() throws {
    try withToolkit {
      let (desk, lines, window) = try showRows([1])
      lines.rows = [Line(7)]
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["row 7"] })
      try window.find(accessible: "Edit").click()
      XCTAssertEqual(desk.seen, [RowEvent(.edit, on: 7)])
      window.close()
    }
  }

  func testAButtonThatARowDoesNotHaveCannotBeClicked() throws {
    try withToolkit {
      let (desk, _, window) = try showRows([2])
      XCTAssertThrowsError(try window.find(accessible: "Edit").click())
      XCTAssertEqual(desk.seen, [])
      window.close()
    }
  }
}

private func showRows(_ ids: [Int]) throws -> (Desk, Lines, ApplicationWindow) {
  let (desk, lines) = (Desk(), Lines(ids.map { Line($0) }))
  let list = ListView { LineRowView(desk) }
  let window = try show(list)
  list.bind(lines, content: { $0 }, onActivate: { desk.opened.append($0.id) })
  XCTAssertTrue(MainLoop.pump { window.textsOnScreen.count == ids.count })
  return (desk, lines, window)
}
#endif
