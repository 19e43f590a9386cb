// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataBinding
import StrataGTK
import StrataPresentation

extension Visit {
  private var rows: [Address] { app.addresses.addresses.rows }

  /// The street that is the default on screen, if there is one.
  private var defaultStreet: String? { rows.first(where: \.isDefault)?.street }

  /// Adds an address: what the form refuses, what the server refuses, and then what both take.
  func addsAnAddress() async throws {
    try await click("add")
    try await sees("the form of a new address opens, and loads the provinces") {
      app.router.path == [.address(nil)] && ((try? front.find("province").choices.count) ?? 0) > 6
    }
    try await picture("new-address")
    try await click("save")
    try await sees("an empty form is not sent, and each needed field says so") {
      front.textsOnScreen.filter { $0 == FieldWording.english.missing }.count >= 4
    }
    try await picture("address-problems")
    try await fill("name", "Bao")
    try await fill("phone", "12")
    try await choose("Zhejiang", in: "province")
    try await sees("choosing a province brings its cities") { try front.find("city").choices.contains("Ningbo") }
    try await choose("Ningbo", in: "city")
    try await choose("Haishu", in: "district")
    try await choose("Hangzhou", in: "city")
    try await sees("another city empties the district, and brings others") {
      let list = try front.find("district")
      return list.chosen == list.choices.first && list.choices.contains("Xihu")
    }
    try await choose("Xihu", in: "district")
    try await fill("street", "Willow Lane 5")
    try await fill("postcode", "001000")
    try await click("is-default")
    try await sees("the switch is on") { try front.find("is-default").isSwitchOn }
    try await click("save")
    try await sees("what is no telephone number is said beside its field") {
      shows(FieldWording.english.notAPhoneNumber)
    }
    try await fill("phone", "0574 8700 1000")
    try await click("save")
    try await sees("what only the server knows to be wrong stands beside its field, too") {
      shows("No postcode begins with 00.") && app.router.path == [.address(nil)]
    }
    try front.scrollToEnd()
    try await picture("refused-by-the-server")
    try await fill("postcode", "310000")
    try await click("save")
    try await sees("the corrected form is saved and closes, and the list has the address") {
      app.router.path.isEmpty && rows.map(\.street) == ["Willow Lane 5"]
        && shows("Zhejiang-Hangzhou-Xihu, Willow Lane 5, 310000")
    }
    try await picture("one-address")
  }

  /// Adds one more, quickly.
  func addsAnother(street: String) async throws {
    let count = rows.count
    try await click("add")
    try await fill("name", "Bao at work")
    try await fill("phone", "0571 1234 5678")
    try await choose("Shanghai", in: "province")
    try await sees("where a province has one city, it is chosen by itself") {
      try front.find("city").chosen == "Shanghai"
    }
    try await choose("Huangpu", in: "district")
    try await fill("street", street)
    try await click("save")
    try await sees("\(street) is saved") { rows.count == count + 1 && app.router.path.isEmpty }
  }

  /// Makes an address the default: at once, for good, and back where the server refuses.
  func changesTheDefault(_ device: OtherDevice) async throws {
    let before = defaultStreet
    try await click(accessible: "Make Default")
    try await sees("another address is the default, the one before is not") {
      rows.count(where: \.isDefault) == 1 && defaultStreet != before
    }
    await app.addresses.makeDefault.finished()
    let street = defaultStreet
    tour.check(
      "another device sees the same default", try await device.addresses().first { $0.isDefault }?.street == street)
    try await picture("default")
    guard let other = rows.first(where: { !$0.isDefault }) else { throw TourError("there is no other address") }
    try await device.delete(street: other.street)
    try await click(accessible: "Make Default")
    var turns = 0
    while defaultStreet != other.street, turns < 100 {
      turns += 1
      await Task.yield()
    }
    tour.check("the next one is marked before the server has answered", defaultStreet == other.street, turns)
    try await sees("the server refuses, for it is gone: the mark goes back, and a toast says why") {
      defaultStreet == street && front.textsOnScreen.contains { $0.contains("gone") }
    }
    try await picture("default-rolled-back")
    try await click(accessible: "Refresh")
    try await sees("a refresh takes the address away that is gone") { rows.map(\.street) == [street] }
  }

  /// Deletes, undoes it, and deletes for good.
  func deletes(_ device: OtherDevice) async throws {
    try await addsAnother(street: "Office Road 1")
    try await click(accessible: "Delete")
    try await sees("a deleted address is gone at once, and can be brought back") { rows.count == 1 && shows("Undo") }
    try await picture("undo")
    try await click(text: "Undo")
    try await sees("undoing brings it back to its place") { rows.count == 2 && !shows("Undo") }
    tour.check("the server never heard of it", try await device.addresses().count == 2)
    try await click(accessible: "Delete")
    try await sees("deleted again, it stays away") { rows.count == 1 && shows("Undo") }
    try await sees("the offer ends by itself") { app.addresses.deleted == nil && !shows("Undo") }
    await app.addresses.finish()
    tour.check("and then the server has deleted it, too", try await device.addresses().count == 1)
  }

  /// Leaves a form with changes.
  func leavesAForm() async throws {
    try await click("add")
    try await fill("name", "Nobody yet")
    try await click("back")
    try await sees("leaving a form with changes asks first") { shows(FieldWording.english.discardTitle) }
    try await picture("discard")
    try await click(text: FieldWording.english.keepEditing)
    try await sees("going on keeps what was typed") {
      front.raw == window.raw && app.router.path == [.address(nil)] && app.router.alert == nil
    }
    try window.press("Escape")
    try await click(text: FieldWording.english.discard)
    try await sees("discarding closes the form") { app.router.path.isEmpty && front.raw == window.raw }
  }
}
