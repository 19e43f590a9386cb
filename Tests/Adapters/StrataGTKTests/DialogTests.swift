#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import StrataBinding
import StrataGTK
import StrataPresentation
import XCTest

private typealias Places = Router<String>

// W12: what lies over a window is the router's, and the router knows when the user closed it.
nonisolated final class DialogTests: XCTestCase {
  // MARK: - Sheets

  func testASheetComesAndGoesWithTheRouter() throws {
    try withToolkit {
      let router = Places()
      let window = try showWindow(router)
      XCTAssertEqual(window.inFront.raw, window.raw)
      router.present("sign in")
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page sign in") })
      router.dismiss()
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      window.close()
    }
  }

  func testASheetThatIsOpenIsNotMadeAgain() throws {
    try withToolkit {
      let router = Places()
      var made = 0
      let window = try showWindow(router) { _ in made += 1 }
      router.present("a")
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      router.dismiss()
      router.present("a")
      UpdateLoop.main.flush()
      XCTAssertEqual(made, 1)
      window.close()
    }
  }

  func testASheetOverASheetLeavesTheLowerOneAsItIs() throws {
    try withToolkit {
      let router = Places()
      var made = 0
      let window = try showWindow(router) { _ in made += 1 }
      router.present("a")
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      let lower = window.inFront
      router.present("b")
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page b") })
      router.dismiss()
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == lower.raw })
      XCTAssertEqual(made, 2)
      router.sheets = ["c", "d"]
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page d") })
      router.sheets = []
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      window.close()
    }
  }

  func testClosingASheetByItsButtonOrEscapeTellsTheRouter() throws {
    try withToolkit {
      let router = Places()
      let window = try showWindow(router)
      router.sheets = ["a", "b"]
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page b") })
      close(window.inFront)
      XCTAssertEqual(router.sheets, ["a"])
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      try window.inFront.press("Escape")
      XCTAssertTrue(MainLoop.pump { router.sheets.isEmpty && window.inFront.raw == window.raw })
      window.close()
    }
  }

  func testASheetThatAsksFirstStaysUntilTheRouterClosesIt() throws {
    try withToolkit {
      let router = Places()
      var asked = 0
      let window = try showWindow(router, leave: { asked += 1 })
      router.present("a")
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      close(window.inFront)
      try window.inFront.press("Escape")
      MainLoop.drain()
      XCTAssertEqual(asked, 2)
      XCTAssertEqual(router.sheets, ["a"])
      router.dismiss()
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      window.close()
    }
  }

  func testAClosedSheetReleasesItsModel() throws {
    try withToolkit {
      let router = Places()
      weak var note: Note?
      let window = try showWindow(router) { label in
        let model = Note()
        note = model
        label.bind { model.title }
      }
      router.present("a")
      XCTAssertTrue(MainLoop.pump { note != nil && window.inFront.textsOnScreen.contains("one") })
      router.dismiss()
      XCTAssertTrue(MainLoop.pump { note == nil })
      window.close()
    }
  }

  func testClosingTheWindowTakesItsSheetsAndItsQuestionAlong() throws {
    try withToolkit {
      weak var note: Note?
      weak var kept: Places?
      do {
        let router = Places()
        kept = router
        let window = try showWindow(router) { label in
          let model = Note()
          note = model
          label.bind { model.title }
        }
        router.present("a")
        router.alert = RouterAlert("Sure?", choices: .cancel("No"))
        XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("Sure?") })
        window.close()
      }
      XCTAssertTrue(MainLoop.pump { note == nil && kept == nil })
    }
  }

  // MARK: - Questions

  func testAQuestionIsAnsweredByItsButtons() throws {
    try withToolkit {
      let router = Places()
      var answers: [String] = []
      let window = try showWindow(router)
      for button in ["Keep", "Delete"] {
        router.alert = RouterAlert(
          "Delete <it>?", detail: "You & nobody else.", choices: .cancel("Keep") { answers.append("kept") },
          .destructive("Delete") { answers.append("deleted") })
        XCTAssertTrue(
          MainLoop.pump {
            Set(["Delete <it>?", "You & nobody else.", "Keep", "Delete"]).isSubset(of: window.inFront.textsOnScreen)
          })
        XCTAssertTrue(MainLoop.pump { (try? window.inFront.find(text: button).click()) != nil })
        XCTAssertNil(router.alert)
        XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      }
      XCTAssertEqual(answers, ["kept", "deleted"])
      window.close()
    }
  }

  func testAQuestionThatIsClosedIsCancelled() throws {
    try withToolkit {
      let router = Places()
      var answers: [String] = []
      let window = try showWindow(router)
      router.present("a")
      router.alert = RouterAlert(
        "Sure?", choices: .normal("Yes") { answers.append("yes") }, .cancel("No") { answers.append("no") })
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("Sure?") })
      close(window.inFront)
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("page a") })
      XCTAssertNil(router.alert)
      XCTAssertEqual(answers, ["no"])
      window.close()
    }
  }

  func testAQuestionThatTheModelTakesBackIsNotAnswered() throws {
    try withToolkit {
      let router = Places()
      var answers = 0
      let window = try showWindow(router)
      router.alert = RouterAlert("First?", choices: .cancel("No") { answers += 1 })
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("First?") })
      router.alert = RouterAlert("Second?", choices: .cancel("No") { answers += 1 })
      XCTAssertTrue(MainLoop.pump { window.inFront.textsOnScreen.contains("Second?") })
      router.alert = nil
      XCTAssertTrue(MainLoop.pump { window.inFront.raw == window.raw })
      XCTAssertEqual(answers, 0)
      window.close()
    }
  }
}

/// A window whose sheets and questions are a router's; `fill` gets a label of each sheet.
private func showWindow(
  _ router: Places, _ fill: @escaping (TextLabel) -> Void = { _ in }, leave: (() -> Void)? = nil
) throws -> ApplicationWindow {
  let window = try show(TextLabel("below"))
  window.bind(router) { route in
    let label = TextLabel("page \(route)")
    fill(label)
    let page = NavigationPage(route, content: label)
    if let leave { page.onLeave(leave) }
    return page
  }
  return window
}

private func close(_ window: AnyWidget) { gtk_window_close(window.raw.assumingMemoryBound(to: GtkWindow.self)) }
#endif
