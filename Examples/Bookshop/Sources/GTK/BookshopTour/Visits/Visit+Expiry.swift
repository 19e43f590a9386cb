// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataBinding
import StrataGTK
import StrataPresentation

/// A sign-in that ends in the middle of each screen's work.
extension Visit {
  /// Tokens that are good for two seconds are renewed without a word.
  func staysSignedIn() async throws {
    try await click(text: "Addresses")
    try await Task.sleep(for: .milliseconds(2_500))
    let before = app.addresses.addresses.lastRefreshed
    try await click(accessible: "Refresh")
    try await sees("an access token that is too old is renewed, and nobody is asked") {
      app.addresses.addresses.lastRefreshed != before && !asksToSignIn
    }
  }

  /// The list, the default, the form and the name, each without a sign-in: one sheet, and the work goes on.
  func signsInAgain(_ device: OtherDevice) async throws {
    try await device.signOutEverywhere()
    let before = app.addresses.addresses.lastRefreshed
    try await click(accessible: "Refresh")
    try await sees("a sign-in that ended elsewhere brings the sheet, which knows who it was") {
      asksToSignIn && shows("Sign In Again") && (try? front.find(text: "Sign In Again")) != nil
    }
    tour.check("the rows stay below it", !app.addresses.addresses.rows.isEmpty)
    tour.check("there is one sheet", app.router.sheets == [.signIn], app.router.sheets)
    try await picture("sign-in-again")
    try await signIn(nil)
    try await sees("after it the list goes on loading by itself") {
      !asksToSignIn && app.addresses.addresses.lastRefreshed != before
    }

    try await click("add")
    try await fill("name", "Bao's mother")
    try await fill("phone", "010 1234 5678")
    try await choose("Beijing", in: "province")
    try await choose("Haidian", in: "district")
    try await fill("street", "Willow Court 9")
    try await device.signOutEverywhere()
    try await click("save")
    try await sees("a form that is sent without a sign-in waits behind the sheet") { asksToSignIn }
    tour.check("it says that it is being sent", app.router.path == [.address(nil)] && app.router.sheets == [.signIn])
    try await signIn(nil)
    try await sees("after the sign-in it is sent and saved, once") {
      app.router.path.isEmpty && app.addresses.addresses.rows.count { $0.street == "Willow Court 9" } == 1
    }

    try await device.signOutEverywhere()
    try await click(accessible: "Make Default")
    try await sees("a change of the default waits, too") { asksToSignIn }
    try await signIn(nil)
    await app.addresses.makeDefault.finished()
    tour.check(
      "and is made after the sign-in",
      try await device.addresses().first { $0.isDefault }?.street
        == app.addresses.addresses.rows.first { $0.isDefault }?.street)

    try await click(text: "Me")
    try await sees("the account is still there") { shows("bao@example.com") }
    try await device.signOutEverywhere()
    try await fill("new-name", "Bao")
    try await click("rename")
    try await sees("so does a new name") { asksToSignIn && app.router.sheets == [.signIn] }
    try await signIn(nil)
    try await sees("which is saved then") { !asksToSignIn && shows("Bao") && shows("Your name is saved.") }
  }

  /// Without a server: what was there stays, what is done fails and is kept.
  func worksOffline(server: pid_t) async throws {
    try await click(text: "Addresses")
    try await click("add")
    try await fill("name", "Bao by the sea")
    try await fill("phone", "0571 1234 5678")
    try await choose("Zhejiang", in: "province")
    try await choose("Hangzhou", in: "city")
    try await choose("Xihu", in: "district")
    try await fill("street", "Willow Beach 2")
    kill(server, SIGKILL)
    try await click("save")
    try await sees("with the server gone the form says so, and keeps what was typed") {
      shows(FieldWording.english.offline) && app.router.path == [.address(nil)]
    }
    try front.scrollToEnd()
    try await picture("form-offline")
    try await choose("Ningbo", in: "city")
    try await choose("Hangzhou", in: "city")
    try await sees("regions that were asked for before are there without a server") {
      try front.find("district").choices.contains("Xihu")
    }
    try await choose("Xihu", in: "district")
    try window.press("Escape")
    try await click(text: FieldWording.english.keepEditing)
    try await click("back")
    try await click(text: FieldWording.english.discard)
    try await sees("the list is where it was") { app.router.path.isEmpty && !app.addresses.addresses.rows.isEmpty }
    let before = app.addresses.addresses.rows
    try await click(accessible: "Make Default")
    try await sees("a change that cannot be sent goes back, and a toast says why") {
      app.addresses.addresses.rows == before && front.textsOnScreen.contains(Wording.english.offlineToast)
    }
    try await picture("addresses-offline")
  }

  /// A server that came back, and knows nobody any more.
  func comesBack(port: Int) async throws -> ShopServer {
    let again = try ShopServer(port: port, flags: ["--token-seconds", "2"])
    try await click(accessible: "Refresh")
    try await sees("a server that came back and knows nobody brings the sheet, once") {
      asksToSignIn && app.router.sheets == [.signIn]
    }
    try await signIn(nil)
    try await sees("and after it the list is that server's") { !asksToSignIn && shows("No addresses yet") }
    try await addsAnother(street: "Willow Street 1")
    return again
  }
}
