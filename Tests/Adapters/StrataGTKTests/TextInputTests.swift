#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import StrataBinding
import StrataContract
import StrataGTK
import XCTest

nonisolated final class TextInputTests: XCTestCase {
  func testAModelsWriteReachesTheFieldWithoutAnEcho() throws {
    try withToolkit {
      let (note, entry, window) = try showField(Entry())
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
      let (note, entry, window) = try showField(Entry())
      try entry.type("abc")
      XCTAssertEqual(note.queries, ["a", "ab", "abc"])
      window.close()
    }
  }

  func testALateEchoErasesNothingInASearchField() throws {
    try withToolkit {
      let (note, search, window) = try showField(SearchEntry())
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
      let (_, entry, window) = try showField(Entry(), text: \.short)
      try entry.type("abcde")
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "abc")
      try entry.type("f")
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "abc")
      window.close()
    }
  }

  func testTheCursorStaysWithTheTextAroundIt() throws {
    try withToolkit {
      let cases: [(old: String, cursor: Int32, new: String, after: Int32)] = [
        ("abc", 1, "abcd", 1), ("abc", 3, "xabc", 4), ("ab cd", 2, "ab  cd", 2), ("abc", 2, "ABC", 2),
        ("abc", 2, "", 0),
        ("1234", 4, "1 234", 5), ("héllo", 5, "hé", 2), ("日本語", 1, "日本語文", 1),
      ]
      for (old, cursor, new, after) in cases {
        let (note, entry, window) = try showField(Entry())
        note.query = old
        UpdateLoop.main.flush()
        gtk_editable_set_position(OpaquePointer(entry.raw), cursor)
        note.query = new
        UpdateLoop.main.flush()
        XCTAssertEqual(entry.text, new)
        XCTAssertEqual(gtk_editable_get_position(OpaquePointer(entry.raw)), after, "\(old) -> \(new)")
        window.close()
      }
    }
  }

  func testAModelsWriteWaitsUntilTheInputMethodHasComposed() throws {
    try withToolkit {
      let (note, entry, window) = try showField(Entry())
      compose("に", in: entry)
      note.query = "from the model"
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "")
      compose("", in: entry)
      XCTAssertTrue(MainLoop.pump { entry.text == "from the model" })
      window.close()
    }
  }

  func testACommittedCompositionWinsOverAnOlderWriteOfTheModel() throws {
    try withToolkit {
      let (note, entry, window) = try showField(Entry())
      compose("に", in: entry)
      note.query = "older"
      UpdateLoop.main.flush()
      compose("", in: entry)
      try entry.type("日")
      MainLoop.pump(timeout: .milliseconds(50)) { false }
      XCTAssertEqual(entry.text, "日")
      XCTAssertEqual(note.query, "日")
      window.close()
    }
  }

  func testWhatAValueRefusesStaysInTheFieldUntilTheModelChanges() throws {
    try withToolkit {
      let (note, entry) = (Note(), Entry())
      let window = try show(entry)
      entry.bind(
        text: TwoWay(note, \.query).validated { if $0.contains("!") { throw Failure(.business(code: "shout")) } })
      try entry.type("ab!")
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "ab!")
      XCTAssertEqual(note.query, "ab")
      note.query = "cd"
      UpdateLoop.main.flush()
      XCTAssertEqual(entry.text, "cd")
      window.close()
    }
  }

  func testEnterSubmitsOnce() throws {
    try withToolkit {
      var submits = 0
      for field in [Entry(), SearchEntry(), PasswordEntry()] as [any TextInput] {
        let window = try show(field)
        field.onSubmit { submits += 1 }
        try field.submit()
        window.close()
      }
      XCTAssertEqual(submits, 3)
    }
  }
}

/// A field on screen that is bound to a new note.
func showField<Input: TextInput>(
  _ field: Input, text: ReferenceWritableKeyPath<Note, String> = \.query
) throws -> (note: Note, field: Input, window: ApplicationWindow) {
  let note = Note()
  let window = try show(field)
  field.bind(text: text, of: note)
  return (note, field, window)
}

/// Has a field believe that an input method shows an unfinished text.
func compose(_ text: String, in entry: some TextInput) {
  guard let inner = gtk_editable_get_delegate(OpaquePointer(entry.raw)) else { return XCTFail("no GtkText") }
  var values = [GValue(), GValue()]
  g_value_init(&values[0], gtk_text_get_type())
  g_value_set_object(&values[0], UnsafeMutableRawPointer(inner))
  g_value_init(&values[1], GType(16 << 2))
  g_value_set_string(&values[1], text)
  g_signal_emitv(values, g_signal_lookup("preedit-changed", gtk_text_get_type()), 0, nil)
  for index in values.indices { g_value_unset(&values[index]) }
}
#endif
