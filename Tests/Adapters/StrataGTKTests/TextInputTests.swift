#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import XCTest

nonisolated final class TextInputTests: XCTestCase {
  func testAModelsWriteReachesTheFieldWithoutAnEcho() throws {
    try withToolkit {
      let note = Note()
      let entry = Entry()
      let window = try show(entry)
      entry.bind(text: \.query, of: note)
      note.query = "first"
      UpdateLoop.main.flush()
      note.query = "second"
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "second")
      XCTAssertEqual(note.queries, ["first", "second"])
      window.close()
    }
  }

  func testEachKeyReachesTheModelAtOnceAndInOrder() throws {
    try withToolkit {
      let note = Note()
      let entry = Entry()
      let window = try show(entry)
      entry.bind(text: \.query, of: note)
      try entry.type("abc")
      XCTAssertEqual(note.queries, ["a", "ab", "abc"])
      window.close()
    }
  }

  func testALateEchoErasesNothingInASearchField() throws {
    try withToolkit {
      let note = Note()
      let search = SearchEntry()
      let window = try show(search)
      search.bind(text: \.query, of: note)
      try search.type("x")
      search.text = ""
      try search.type("strata")
      MainLoop.pump(timeout: .milliseconds(300)) { search.text != "strata" }
      XCTAssertEqual(search.text, "strata")
      XCTAssertEqual(note.query, "strata")
      window.close()
    }
  }

  func testTheFieldShowsWhatAModelKeptInsteadOfWhatWasTyped() throws {
    try withToolkit {
      let note = Note()
      let entry = Entry()
      let window = try show(entry)
      entry.bind(text: \.short, of: note)
      try entry.type("abcde")
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "abc")
      try entry.type("f")
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "abc")
      window.close()
    }
  }
}
#endif
