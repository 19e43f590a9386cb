#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import XCTest

// S0-36: what was done can be undone as long as the model says so.
nonisolated final class ToastOverlayTests: XCTestCase {
  func testAToastsButtonUndoesAndIsReleasedWithTheOverlay() throws {
    try withToolkit {
      weak var kept: Note?
      let overlay = ToastOverlay(content: TextLabel("rows"))
      let window = try show(overlay)
      do {
        let note = Note()
        kept = note
        overlay.show("Deleted <b>", action: "Undo") { note.title = "undone" }
        XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Deleted <b>") })
        XCTAssertTrue(MainLoop.pump { (try? window.find(text: "Undo").click()) != nil })
        XCTAssertEqual(note.title, "undone")
        XCTAssertTrue(MainLoop.pump { !window.textsOnScreen.contains("Undo") })
      }
      XCTAssertTrue(MainLoop.pump { kept == nil })
      window.close()
    }
  }

  func testAnOfferShowsAsLongAsTheModelMakesIt() throws {
    try withToolkit {
      let note = Note()
      let window = try showOffer(of: note)
      note.choice = "Hangzhou"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Hangzhou is gone") })
      note.choice = "Ningbo"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Ningbo is gone") })
      XCTAssertTrue(
        MainLoop.pump {
          try? window.find(text: "Undo").click()
          return !note.queries.isEmpty
        })
      XCTAssertEqual(note.queries, ["Ningbo"])
      note.choice = nil
      XCTAssertTrue(MainLoop.pump { !window.textsOnScreen.contains("Ningbo is gone") })
      window.close()
    }
  }

  func testTheEndOfAnOfferTakesNoOtherToastAway() throws {
    try withToolkit {
      let note = Note()
      let window = try showOffer(of: note) { $0.show("No connection") }
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("No connection") })
      note.choice = nil
      UpdateLoop.main.flush()
      MainLoop.pump(timeout: .milliseconds(50)) { false }
      XCTAssertTrue(window.textsOnScreen.contains("No connection"))
      window.close()
    }
  }
}

/// An overlay that offers to undo a note's choice.
private func showOffer(of note: Note, then: (ToastOverlay) -> Void = { _ in }) throws -> ApplicationWindow {
  let overlay = ToastOverlay(content: TextLabel("rows"))
  let window = try show(overlay)
  overlay.bind(offer: { note.choice }, action: "Undo", text: { "\($0) is gone" }) { note.query = $0 }
  then(overlay)
  return window
}
#endif
