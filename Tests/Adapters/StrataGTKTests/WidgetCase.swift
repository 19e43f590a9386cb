#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataGTK
import XCTest

/// A model that remembers each write of its query.
@Observable final class Note {
  var title = "one"
  var isOpen = true
  var query = "" {
    didSet { queries.append(query) }
  }
  /// The query, of which three characters at most are kept.
  var short: String {
    get { query }
    set { query = String(newValue.prefix(3)) }
  }
  @ObservationIgnored var queries: [String] = []
  var choice: String? {
    didSet { choices.append(choice) }
  }
  var offered: [String] = []
  @ObservationIgnored var choices: [String?] = []
  var isOn = false {
    didSet { turns.append(isOn) }
  }
  /// On or off, which only goes on while it is open.
  var isOnIfOpen: Bool {
    get { isOn }
    set { if isOpen { isOn = newValue } }
  }
  @ObservationIgnored var turns: [Bool] = []
}

/// Runs a test's body on the main actor, with GTK ready.
///
/// XCTest on Linux cannot call isolated methods; it runs all of them on the main thread.
nonisolated func withToolkit(_ body: @MainActor () throws -> Void) throws {
  try MainActor.assumeIsolated {
    try MainLoop.start()
    try body()
  }
}

/// Shows widgets in a window and runs the loop until they are on screen.
func show(
  _ widgets: any Widget..., height: Int = 240, file: StaticString = #filePath, line: UInt = #line
) throws -> ApplicationWindow {
  let window = ApplicationWindow("Test", width: 320, height: height, content: Box(.vertical, widgets))
  window.present()
  XCTAssertTrue(MainLoop.pump { widgets.allSatisfy(\.isOnScreen) }, file: file, line: line)
  return window
}
#endif
