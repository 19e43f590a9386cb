#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataGTK
import XCTest

// W12: an application runs while it has a window, and ends cleanly.
nonisolated final class ApplicationTests: XCTestCase {
  func testRunReturnsWhenTheLastWindowIsClosed() throws {
    try runApplication { window, _ in window.close() }
  }

  func testQuitClosesTheWindows() throws {
    try runApplication { _, application in application.quit() }
  }

  func testTerminationAndInterruptEndItLikeAClosedWindow() throws {
    try runApplication { _, _ in kill(getpid(), SIGTERM) }
    try runApplication { _, _ in kill(getpid(), SIGINT) }
  }
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
