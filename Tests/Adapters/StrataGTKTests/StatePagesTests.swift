#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import Observation
import StrataGTK
import StrataPresentation
import XCTest

@Observable private final class Shelf: StatePresenting, Refreshing {
  var isLoading = false
  var page = StatePage.loading
  var toast: String?
  @ObservationIgnored var retries = 0
  @ObservationIgnored var taken: [String] = []

  func takeToast() -> String? {
    defer { toast = nil }
    if let toast { taken.append(toast) }
    return toast
  }

  func retry() { retries += 1 }
  func refresh() async { isLoading = true }
}

// S0-30: every state has its page, and a message its way out.
nonisolated final class StatePagesTests: XCTestCase {
  func testEachStateShowsItsPageAndTheButtonRetries() throws {
    try withToolkit {
      let shelf = Shelf()
      let pages = StatePages(content: TextLabel("rows"))
      let window = try show(pages, height: 600)
      pages.bind(shelf)
      XCTAssertEqual(pages.shown, "loading")
      XCTAssertThrowsError(try window.find("state-action").click())
      shelf.page = .message(
        StateMessage(.offline, title: "No <b> & network", detail: "Nothing <saved> & lost", action: "Again"))
      XCTAssertTrue(MainLoop.pump { pages.shown == "message" })
      XCTAssertTrue(
        MainLoop.pump {
          Set(["No <b> & network", "Nothing <saved> & lost", "Again"]).isSubset(of: window.textsOnScreen)
        })
      XCTAssertTrue(MainLoop.pump { (try? window.find("state-action").click()) != nil })
      XCTAssertEqual(shelf.retries, 1)
      shelf.page = .message(StateMessage(.empty, title: "Nothing here"))
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Nothing here") })
      XCTAssertFalse(try window.find("state-action").isVisible)
      shelf.page = .content
      XCTAssertTrue(MainLoop.pump { pages.shown == "content" })
      window.close()
    }
  }

  func testAToastIsTakenOnceAndAnEqualOneAgain() throws {
    try withToolkit {
      let shelf = Shelf()
      let pages = StatePages(content: TextLabel("rows"))
      let window = try show(pages)
      pages.bind(shelf)
      shelf.toast = "Saved <&>"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("Saved <&>") && shelf.toast == nil })
      MainLoop.drain()
      shelf.toast = "Saved <&>"
      XCTAssertTrue(MainLoop.pump { shelf.taken.count == 2 })
      window.close()
    }
  }

  func testTheNextLoadTakesAToastAwayThatIsNotTrueAnyMore() throws {
    try withToolkit {
      let shelf = Shelf()
      let pages = StatePages(content: TextLabel("rows"))
      let window = try show(pages)
      pages.bind(shelf)
      shelf.toast = "No connection"
      XCTAssertTrue(MainLoop.pump { window.textsOnScreen.contains("No connection") })
      shelf.isLoading = true
      XCTAssertTrue(MainLoop.pump { !window.textsOnScreen.contains("No connection") })
      window.close()
    }
  }

  func testDrivingRefusesWhatAUserCouldNotDo() throws {
    try withToolkit {
      var clicks = 0
      let button = PushButton("press") { clicks += 1 }
      button.name = "press"
      let window = try show(button)
      XCTAssertTrue(MainLoop.pump { (try? window.find("press").click()) != nil })
      button.isSensitive = false
      XCTAssertThrowsError(try window.find("press").click())
      XCTAssertThrowsError(try window.find("nobody"))
      button.isSensitive = true
      XCTAssertThrowsError(try button.type("text"))
      XCTAssertEqual(clicks, 1)
      window.close()
    }
  }

  func testASnapshotIsAPictureFile() throws {
    try withToolkit {
      let path = NSTemporaryDirectory() + "strata-\(UUID().uuidString).png"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let window = try show(TextLabel("picture"))
      XCTAssertTrue(MainLoop.pump { (try? window.snapshot(to: path)) != nil })
      let head = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(4)
      XCTAssertEqual(Array(head), [0x89, 0x50, 0x4E, 0x47])
      window.close()
    }
  }
}
#endif
