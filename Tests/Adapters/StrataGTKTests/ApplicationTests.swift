#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataGTK
import StrataTesting
import XCTest

// W12: an application runs while it has a window, and ends cleanly.
nonisolated final class ApplicationTests: XCTestCase {
  func testRunReturnsWhenTheLastWindowIsClosed() throws {
    try runApplication { window, _ in window.close() }
  }

  func testQuitClosesTheWindows() throws {
    try runApplication { _, application in application.quit() }
  }

  func testWhatAWindowDoesBeforeItClosesIsDone() throws {
    try withToolkit {
      let gate = Gate()
      var works = 0
      let window = try show(TextLabel("to be saved").named("content"))
      window.onClose {
        works += 1
        try? await gate.pass()
      }
      let label = try window.find("content")
      var isGone = false
      label.on("destroy") { isGone = true }
      window.close()
      window.close()
      XCTAssertTrue(MainLoop.pump { gate.waiterCount == 1 })
      XCTAssertFalse(window.isVisible)
      XCTAssertFalse(isGone)
      gate.open()
      XCTAssertTrue(MainLoop.pump { isGone })
      XCTAssertEqual(works, 1)
    }
  }

  func testQuitWaitsForWhatAWindowDoesBeforeItCloses() throws {
    try runApplication { window, application in
      window.onClose {
        await MainLoop.until(timeout: .milliseconds(50)) { false }
        Note.saved += 1
      }
      application.quit()
    }
    XCTAssertEqual(MainActor.assumeIsolated { Note.saved }, 1)
  }

  func testTerminationAndInterruptEndItLikeAClosedWindow() throws {
    try runApplication { _, _ in kill(getpid(), SIGTERM) }
    try runApplication { _, _ in kill(getpid(), SIGINT) }
  }
}

extension Note {
  fileprivate static var saved = 0
}

/// Runs an application until `end` ends it, and expects that its window is gone and nothing is left.
nonisolated private func runApplication(_ end: @escaping @MainActor (ApplicationWindow, Application) -> Void) throws {
  try withToolkit {
    weak var note: Note?
    var events: [String] = []
    let application = Application(id: "org.example.Strata.Test") { application in
      events.append("activate")
      let model = Note()
      note = model
      let label = TextLabel()
      label.bind { model.title }
      let window = ApplicationWindow("Test", content: label)
      application.present(window)
      Task {
        await MainLoop.until { window.isOnScreen }
        events.append("shown")
        end(window, application)
      }
    }
    application.onShutdown { events.append("shutdown") }
    XCTAssertEqual(try application.run(arguments: ["test"]), 0)
    XCTAssertEqual(events, ["activate", "shown", "shutdown"])
    XCTAssertTrue(MainLoop.pump { note == nil })
  }
}
#endif
