#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import StrataBinding
import StrataContract
import StrataGTK
import StrataTesting
import XCTest

// S0-24 to S0-28: a form says what is asked for, what is wrong, and what runs.
nonisolated final class FormTests: XCTestCase {
  func testARowSaysItsProblemAsLongAsThereIsOne() throws {
    try withToolkit {
      let note = Note()
      let row = FormRow("Name", Entry(), isRequired: true)
      let window = try show(row)
      row.bind(problem: { note.query.isEmpty ? "Fill in the name." : nil })
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Fill in the name.") })
      XCTAssertTrue(window.textsOnScreen.contains("Name *"))
      XCTAssertEqual(row.problem, "Fill in the name.")
      note.query = "Ada"
      XCTAssertTrue(MainLoop.pump { !window.textsOnScreen.contains("Fill in the name.") })
      XCTAssertNil(row.problem)
      window.close()
    }
  }

  func testAScreenReaderKnowsTheControlByTheRowsTitle() throws {
    try withToolkit {
      let row = FormRow("City", DropDown<String>("Choose") { $0 })
      let window = try show(row, FormRow("Default address", SwitchButton(), isBeside: true))
      XCTAssertEqual(try window.find(accessible: "City").raw, row.control.raw)
      XCTAssertNoThrow(try window.find(accessible: "Default address"))
      window.close()
    }
  }

  func testAProblemLeavesTextCursorAndCompositionAlone() throws {
    try withToolkit {
      let note = Note()
      let row = FormRow("Name", Entry())
      let window = try show(row)
      row.control.bind(text: \.query, of: note)
      row.bind(problem: { note.query.count < 3 ? "Too short: \(note.query)" : nil })
      try row.control.type("ab")
      compose("に", in: row.control)
      for title in ["x", "y"] {
        note.title = title
        row.problem = title
        UpdateLoop.main.flush()
      }
      XCTAssertEqual(row.control.text, "ab")
      compose("", in: row.control)
      try row.control.type("日")
      MainLoop.drain()
      XCTAssertEqual(note.query, "ab日")
      XCTAssertNil(row.problem)
      window.close()
    }
  }

  func testAButtonRunsItsCommandOnceAndShowsThatItRuns() throws {
    try withToolkit {
      let gate = Gate()
      var runs = 0
      let save = Command<Void, Void> {
        runs += 1
        try await gate.pass()
      }
      let button = CommandButton("Save", save)
      let window = try show(button)
      XCTAssertFalse(hasSpinner(window))
      try window.find(accessible: "Save").click()
      XCTAssertTrue(MainLoop.pump { hasSpinner(window) && !button.isSensitive })
      XCTAssertThrowsError(try window.find(accessible: "Save").click())
      gate.open()
      XCTAssertTrue(MainLoop.pump { button.isSensitive && !hasSpinner(window) })
      XCTAssertEqual(runs, 1)
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen == ["Save"] })
      window.close()
    }
  }

  func testAButtonFollowsWhatItsCommandNeedsAndCanBeUsedAfterAFailure() throws {
    try withToolkit {
      let note = Note()
      let send = Command<String, Void>(when: { !note.query.isEmpty }) { text in
        note.title = text
        throw Failure(.offline)
      }
      let button = CommandButton("Send", send) { note.query }
      let window = try show(button)
      XCTAssertFalse(button.isSensitive)
      note.query = "hello"
      XCTAssertTrue(MainLoop.pump { button.isSensitive })
      try button.click()
      XCTAssertTrue(MainLoop.pump { send.failure?.kind == .offline && button.isSensitive })
      XCTAssertEqual(note.title, "hello")
      window.close()
    }
  }

  func testAClosedFormReleasesItsCommandAlsoWhileItRuns() throws {
    try withToolkit {
      weak var kept: Command<Void, Void>?
      var isCancelled = false
      let gate = Gate()
      let window: ApplicationWindow
      do {
        let save = Command<Void, Void> {
          do { try await gate.pass() } catch { isCancelled = true }
        }
        kept = save
        window = try show(CommandButton("Save", save))
        save.run()
      }
      XCTAssertTrue(MainLoop.pump { gate.waiterCount == 1 })
      window.close()
      XCTAssertTrue(MainLoop.pump { kept == nil && isCancelled })
    }
  }
}

/// Whether a spinner turns on screen.
private func hasSpinner(_ widget: some Widget) -> Bool {
  var child = gtk_widget_get_first_child(widget.raw.assumingMemoryBound(to: GtkWidget.self))
  while let next = child {
    let widget = AnyWidget(UnsafeMutableRawPointer(next))
    if String(cString: g_type_name_from_instance(widget.raw.assumingMemoryBound(to: GTypeInstance.self)))
      == "GtkSpinner"
    {
      return widget.isOnScreen
    }
    if hasSpinner(widget) { return true }
    child = gtk_widget_get_next_sibling(next)
  }
  return false
}
#endif
