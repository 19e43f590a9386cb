#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import XCTest

// S0-30, W12: what a model says is on screen, and nothing of it outlives the window.
nonisolated final class BindingTests: XCTestCase {
  func testMainActorRunsInsideGLibsLoop() throws {
    try withToolkit {
      var steps = 0
      Task {
        steps += 1
        try await Task.sleep(for: .milliseconds(1))
        steps += 1
      }
      XCTAssertTrue(MainLoop.pump { steps == 2 })
      XCTAssertTrue(Thread.isMainThread)
    }
  }

  func testPumpGivesUpAfterItsTimeout() throws {
    try withToolkit {
      XCTAssertFalse(MainLoop.pump(timeout: .milliseconds(30)) { false })
    }
  }

  func testLabelShowsTheFirstValueAtOnceAndALaterOneAfterATurnOfTheLoop() throws {
    try withToolkit {
      let note = Note()
      let label = TextLabel()
      let window = try show(label)
      label.bind { note.title }
      XCTAssertEqual(label.text, "one")
      note.title = "two"
      XCTAssertEqual(label.text, "one")
      XCTAssertTrue(MainLoop.pump { label.text == "two" })
      window.close()
    }
  }

  func testVisibilityAndSensitivityFollowTheModel() throws {
    try withToolkit {
      let note = Note()
      let label = TextLabel("shown")
      let button = PushButton("press") {}
      let window = try show(label, button)
      label.bind(isVisible: { note.isOpen })
      button.bind(isSensitive: { note.isOpen })
      note.isOpen = false
      XCTAssertTrue(MainLoop.pump { !label.isVisible && !button.isSensitive })
      note.isOpen = true
      XCTAssertTrue(MainLoop.pump { label.isVisible && button.isSensitive })
      window.close()
    }
  }

  func testClosingTheWindowReleasesTheModelAndEverythingBoundToIt() throws {
    try withToolkit {
      weak var kept: Note?
      for _ in 0..<20 {
        let note = Note()
        kept = note
        let label = TextLabel()
        let entry = Entry()
        label.bind { note.title }
        entry.bind(text: \.query, of: note)
        let window = try show(label, entry, PushButton("press") { note.title = "pressed" })
        note.title = "changed while closing"
        window.close()
      }
      XCTAssertTrue(MainLoop.pump { kept == nil })
    }
  }

  func testABagsTokensEndWithItsWidget() throws {
    try withToolkit {
      let note = Note()
      let label = TextLabel()
      var shown: [String] = []
      observe {
        note.title
      } apply: {
        shown.append($0)
      }
      .store(in: label.tokens)
      let window = try show(label)
      window.close()
      MainLoop.drain()
      note.title = "two"
      UpdateLoop.main.flush()
      XCTAssertEqual(shown, ["one"])
    }
  }
}
#endif
