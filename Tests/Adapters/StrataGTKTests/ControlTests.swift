#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataGTK
import XCTest

// S4-21, S4-22: what a control shows is what the model says, in both directions, and each edit arrives once.
nonisolated final class ControlTests: XCTestCase {
  // MARK: - Password

  func testAPasswordReachesTheModelAndBack() throws {
    try withToolkit {
      let (note, field, window) = try showField(PasswordEntry(placeholder: "Password"))
      try field.type("s3cret")
      XCTAssertEqual(note.query, "s3cret")
      XCTAssertFalse(window.textsOnScreen.contains("s3cret"))
      note.query = ""
      UpdateLoop.main.flush()
      XCTAssertEqual(field.text, "")
      XCTAssertEqual(note.queries.last, "")
      window.close()
    }
  }

  func testAnInputMethodIsUndisturbedInAPasswordFieldToo() throws {
    try withToolkit {
      let (note, field, window) = try showField(PasswordEntry())
      compose("に", in: field)
      note.query = "from the model"
      UpdateLoop.main.flush()
      XCTAssertEqual(field.text, "")
      compose("", in: field)
      XCTAssertTrue(MainLoop.pump { field.text == "from the model" })
      window.close()
    }
  }

  // MARK: - Switch

  func testAClickTurnsTheModelOnAndTheModelTurnsTheSwitchOff() throws {
    try withToolkit {
      let note = Note()
      let button = SwitchButton(label: "Default")
      let window = try show(button)
      button.bind(isOn: \.isOn, of: note)
      try window.find(accessible: "Default").click()
      XCTAssertTrue(MainLoop.pump { note.isOn })
      note.isOn = false
      XCTAssertTrue(MainLoop.pump { !button.isOn })
      note.isOn = false
      UpdateLoop.main.flush()
      XCTAssertEqual(note.turns, [true, false, false])
      window.close()
    }
  }

  func testASwitchGoesBackWhereTheModelDoesNotTakeIt() throws {
    try withToolkit {
      let note = Note()
      note.isOpen = false
      let button = SwitchButton()
      let window = try show(button)
      button.bind(isOn: \.isOnIfOpen, of: note)
      button.isOn = true
      XCTAssertTrue(MainLoop.pump { !button.isOn })
      XCTAssertEqual(note.turns, [])
      window.close()
    }
  }

  // MARK: - Drop-down

  func testAChoiceReachesTheModelOnceAndBack() throws {
    try withToolkit {
      let (note, list, window) = try showChoices(["Hebei", "Zhejiang"])
      XCTAssertEqual(list.choices, ["Choose", "Hebei", "Zhejiang"])
      XCTAssertEqual(list.chosen, "Choose")
      try list.choose("Zhejiang")
      UpdateLoop.main.flush()
      XCTAssertEqual(note.choices, ["Zhejiang"])
      note.choice = "Hebei"
      UpdateLoop.main.flush()
      XCTAssertEqual(list.chosen, "Hebei")
      try list.choose("Choose")
      XCTAssertEqual(note.choices, ["Zhejiang", "Hebei", nil])
      XCTAssertThrowsError(try list.choose("Atlantis"))
      window.close()
    }
  }

  func testChoicesThatComeLaterKeepTheSelection() throws {
    try withToolkit {
      let (note, list, window) = try showChoices([], chosen: "Zhejiang")
      XCTAssertEqual(list.choices, ["Choose", "Zhejiang"])
      XCTAssertEqual(list.chosen, "Zhejiang")
      note.offered = ["Anhui", "Hebei", "Zhejiang"]
      UpdateLoop.main.flush()
      XCTAssertEqual(list.choices, ["Choose", "Anhui", "Hebei", "Zhejiang"])
      XCTAssertEqual(list.chosen, "Zhejiang")
      note.offered = ["Zhejiang", "Hebei"]
      UpdateLoop.main.flush()
      XCTAssertEqual(list.chosen, "Zhejiang")
      XCTAssertEqual(note.choices, ["Zhejiang"])
      window.close()
    }
  }

  func testOtherChoicesAndNoSelectionInOneTurnShowThePlaceholder() throws {
    try withToolkit {
      let (note, list, window) = try showChoices(["Hangzhou", "Ningbo"], chosen: "Ningbo")
      note.choice = nil
      note.offered = ["Baoding"]
      UpdateLoop.main.flush()
      XCTAssertEqual(list.choices, ["Choose", "Baoding"])
      XCTAssertEqual(list.chosen, "Choose")
      XCTAssertEqual(note.choices, ["Ningbo", nil])
      window.close()
    }
  }

  func testAChoiceMadeWhileTheChoicesChangeIsKept() throws {
    try withToolkit {
      let (note, list, window) = try showChoices(["Hebei", "Zhejiang"])
      note.offered = ["Anhui", "Hebei", "Zhejiang"]
      try list.choose("Zhejiang")
      UpdateLoop.main.flush()
      XCTAssertEqual(note.choice, "Zhejiang")
      XCTAssertEqual(list.chosen, "Zhejiang")
      window.close()
    }
  }

  // MARK: - Lifetime

  func testControlsReleaseTheirModelWithTheirWindow() throws {
    try withToolkit {
      weak var kept: Note?
      for _ in 0..<20 {
        let (note, list, window) = try showChoices(["Hebei"])
        kept = note
        let (button, password) = (SwitchButton(), PasswordEntry())
        let second = try show(button, password)
        button.bind(isOn: \.isOn, of: note)
        password.bind(text: \.query, of: note)
        try list.choose("Hebei")
        note.isOn = true
        second.close()
        window.close()
      }
      XCTAssertTrue(MainLoop.pump { kept == nil })
    }
  }
}

/// A list of choices on screen that is bound to a new note.
private func showChoices(
  _ offered: [String], chosen: String? = nil
) throws -> (note: Note, list: DropDown<String>, window: ApplicationWindow) {
  let note = Note()
  note.offered = offered
  if let chosen { note.choice = chosen }
  let list = DropDown<String>("Choose") { $0 }
  let window = try show(list)
  list.bind(selection: \.choice, of: note) { note.offered }
  return (note, list, window)
}
#endif
