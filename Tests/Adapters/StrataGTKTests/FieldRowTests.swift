#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

import CStrataAdwaita
import StrataBinding
import StrataContract
import StrataGTK
import StrataPresentation
import XCTest

/// An address to be filled in, whose first sending is refused.
private final class Draft {
  let name = Field("", .required)
  let city = Field<String?>(nil, .required)
  let isDefault = Field(false)
  let form: FieldGroup<Void, Void>
  private let mail = Mail()

  init() {
    form = FieldGroup(["name": name, "city": city, "isDefault": isDefault]) {
    } send: { [mail] in
      mail.sent += 1
      if mail.sent == 1 { throw Failure(.business(code: "invalid"), fields: ["name": "Unknown here."]) }
    }
  }

  var sent: Int { mail.sent }

  private final class Mail {
    var sent = 0
  }
}

private struct Page {
  let draft = Draft()
  let name: FormRow<Entry>
  let city: FormRow<DropDown<String>>
  let isDefault: FormRow<SwitchButton>
  let window: ApplicationWindow

  init() throws {
    name = FormRow("Name", Entry(), field: draft.name)
    city = FormRow("City", DropDown("Choose", title: { $0 }), field: draft.city) { ["Hangzhou", "Ningbo"] }
    isDefault = FormRow("Default", SwitchButton(), field: draft.isDefault)
    window = try show(name, city, isDefault, CommandButton("Save", draft.form.submit).named("save"))
  }

  func save() throws {
    try window.find("save").click()
    MainLoop.drain()
  }
}

// S0-24 to S0-28, S4-21: a row of a form is its field on screen.
nonisolated final class FieldRowTests: XCTestCase {
  func testEachControlEditsItsField() throws {
    try withToolkit {
      let page = try Page()
      try page.name.control.type("Ada")
      try page.city.control.choose("Ningbo")
      page.isDefault.control.isOn = true
      UpdateLoop.main.flush()
      XCTAssertEqual(page.draft.name.value, "Ada")
      XCTAssertEqual(page.draft.city.value, "Ningbo")
      XCTAssertTrue(page.draft.isDefault.value)
      page.draft.name.value = "Bob"
      page.draft.city.value = nil
      page.draft.isDefault.value = false
      UpdateLoop.main.flush()
      XCTAssertEqual(page.name.control.text, "Bob")
      XCTAssertEqual(page.city.control.chosen, "Choose")
      XCTAssertFalse(page.isDefault.control.isOn)
      XCTAssertTrue(MainLoop.pump { page.window.textsOnScreen.contains("Name *") })
      page.window.close()
    }
  }

  func testAFieldThatWantsTheCursorGetsItWhenItComesOnScreen() throws {
    try withToolkit {
      let (first, second) = (Field(""), Field(""))
      second.wantsFocus = true
      let rows = [FormRow("First", Entry(), field: first), FormRow("Second", Entry(), field: second)]
      XCTAssertTrue(second.wantsFocus)
      let window = try show(rows[0], rows[1])
      XCTAssertTrue(MainLoop.pump { hasFocus(rows[1].control) && !second.wantsFocus })
      window.close()
    }
  }

  func testAFieldIsSilentUntilItsUserLeavesIt() throws {
    try withToolkit {
      let page = try Page()
      focus(page.name.control)
      MainLoop.drain()
      XCTAssertNil(page.name.problem)
      focus(page.isDefault.control)
      XCTAssertTrue(MainLoop.pump { page.name.problem == FieldWording.english.missing })
      XCTAssertNil(page.city.problem)
      try page.name.control.type("A")
      XCTAssertTrue(MainLoop.pump { page.name.problem == nil })
      page.window.close()
    }
  }

  func testSavingWhatIsNotCompleteTellsEveryProblemAndGoesToTheFirst() throws {
    try withToolkit {
      let page = try Page()
      focus(page.isDefault.control)
      try page.save()
      XCTAssertTrue(MainLoop.pump { page.name.problem != nil && page.city.problem != nil })
      XCTAssertTrue(hasFocus(page.name.control))
      XCTAssertEqual(page.draft.sent, 0)
      XCTAssertFalse(page.draft.name.wantsFocus)
      page.window.close()
    }
  }

  func testTheServersWordStandsAtItsFieldUntilItIsEdited() throws {
    try withToolkit {
      let page = try Page()
      try page.name.control.type("Nobody")
      try page.city.control.choose("Hangzhou")
      try page.save()
      XCTAssertTrue(MainLoop.pump { page.name.problem == "Unknown here." && hasFocus(page.name.control) })
      XCTAssertEqual(page.name.control.text, "Nobody")
      try page.name.control.type("!")
      XCTAssertTrue(MainLoop.pump { page.name.problem == nil })
      try page.save()
      XCTAssertTrue(MainLoop.pump { page.draft.sent == 2 && !page.draft.form.isDirty })
      page.window.close()
    }
  }

  func testAMessageThatComesWhileAnInputMethodComposesDisturbsNothing() throws {
    try withToolkit {
      let page = try Page()
      focus(page.name.control)
      try page.name.control.type("你")
      compose("hao", in: page.name.control)
      page.draft.name.refused("Unknown here.")
      XCTAssertTrue(MainLoop.pump { page.name.problem == "Unknown here." })
      XCTAssertEqual(page.name.control.text, "你")
      compose("", in: page.name.control)
      try page.name.control.type("好")
      XCTAssertTrue(MainLoop.pump { page.draft.name.value == "你好" && page.name.problem == nil })
      page.window.close()
    }
  }

  func testAClosedFormReleasesItsFields() throws {
    try withToolkit {
      weak var draft: Draft?
      weak var name: Field<String>?
      do {
        let page = try Page()
        (draft, name) = (page.draft, page.draft.name)
        try page.save()
        page.window.close()
      }
      XCTAssertTrue(MainLoop.pump { draft == nil && name == nil })
    }
  }
}

private func focus(_ widget: some Widget) {
  gtk_widget_grab_focus(widget.raw.assumingMemoryBound(to: GtkWidget.self))
}

private func hasFocus(_ widget: some Widget) -> Bool {
  let raw = widget.raw.assumingMemoryBound(to: GtkWidget.self)
  guard let root = gtk_widget_get_root(raw), let focus = gtk_root_get_focus(root) else { return false }
  return gtk_widget_is_ancestor(focus, raw) != 0
}
#endif
