#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import Observation
import StrataBinding
import StrataGTK
import XCTest

@Observable private final class Desk {
  var sheet: String? {
    didSet { sheets.append(sheet) }
  }
  @ObservationIgnored var sheets: [String?] = []
}

// W12: a sheet is there as long as the model says so, and the model knows when the user closed it.
nonisolated final class DialogTests: XCTestCase {
  func testASheetComesAndGoesWithTheModel() throws {
    try withToolkit {
      let (desk, window) = try showDesk()
      XCTAssertEqual(window.inFront.raw, window.raw)
      desk.sheet = "sign in"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page sign in") })
      desk.sheet = nil
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      XCTAssertEqual(desk.sheets, ["sign in", nil])
      window.close()
    }
  }

  func testAnEqualValueOpensNoSecondSheet() throws {
    try withToolkit {
      var made = 0
      let (desk, window) = try showDesk { _ in made += 1 }
      desk.sheet = "a"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      desk.sheet = "a"
      UpdateLoop.main.flush()
      desk.sheet = nil
      desk.sheet = "a"
      UpdateLoop.main.flush()
      XCTAssertEqual(made, 1)
      window.close()
    }
  }

  func testAnotherValueReplacesTheSheetAndIsNotTakenForAClose() throws {
    try withToolkit {
      let (desk, window) = try showDesk()
      desk.sheet = "a"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      desk.sheet = "b"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page b") })
      XCTAssertFalse(window.inFront.textsOnScreen.contains("page a"))
      XCTAssertEqual(desk.sheets, ["a", "b"])
      window.close()
    }
  }

  func testClosingTheSheetByItsButtonOrEscapeTellsTheModel() throws {
    try withToolkit {
      let (desk, window) = try showDesk()
      desk.sheet = "a"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      gtk_window_close(window.inFront.raw.assumingMemoryBound(to: GtkWindow.self))
      XCTAssertTrue(MainLoop.pump { desk.sheet == nil && window.inFront.raw == window.raw })
      desk.sheet = "b"
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page b") })
      try window.inFront.press("Escape")
      XCTAssertTrue(MainLoop.pump { desk.sheet == nil && window.inFront.raw == window.raw })
      XCTAssertEqual(desk.sheets, ["a", nil, "b", nil])
      window.close()
    }
  }

  func testAClosedSheetReleasesItsModel() throws {
    try withToolkit {
      weak var note: Note?
      let (desk, window) = try showDesk { label in
        let model = Note()
        note = model
        label.bind { model.title }
      }
      desk.sheet = "a"
      XCTAssertTrue(MainLoop.pump { note != nil && window.inFront.textsOnScreen.contains("one") })
      desk.sheet = nil
      XCTAssertTrue(MainLoop.pump { note == nil })
      window.close()
    }
  }

  func testClosingTheWindowTakesItsSheetAlong() throws {
    try withToolkit {
      weak var note: Note?
      weak var kept: Desk?
      do {
        let (desk, window) = try showDesk { label in
          let model = Note()
          note = model
          label.bind { model.title }
        }
        kept = desk
        desk.sheet = "a"
        XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("one") })
        window.close()
      }
      XCTAssertTrue(MainLoop.pump { note == nil && kept == nil })
    }
  }
}

/// A window whose sheet follows a new desk; `fill` gets a label of each page.
private func showDesk(_ fill: @escaping (TextLabel) -> Void = { _ in }) throws -> (Desk, ApplicationWindow) {
  let desk = Desk()
  let window = try show(TextLabel("below"))
  window.bind(sheet: \.sheet, of: desk) { route in
    let label = TextLabel("page \(route)")
    fill(label)
    return NavigationPage(route, content: label)
  }
  return (desk, window)
}
#endif
