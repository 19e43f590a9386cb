// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopPresentation
import Foundation
import StrataGTK
import StrataPresentation

extension Visit {
  /// Signs in: nothing, something wrong, a wrong password, then the right one.
  func signsIn() async throws {
    try await click(text: "Addresses")
    try await sees("opening the addresses asks for a sign-in, in a sheet") { asksToSignIn }
    try await picture("sign-in")
    try await click("sign-in")
    try await sees("an empty form is not sent, and both fields say what is missing") {
      front.textsOnScreen.filter { $0 == FieldWording.english.missing }.count == 2
    }
    try await fill("email", "bao")
    try await fill("password", "b")
    try await click("sign-in")
    try await sees("what is no e-mail address is said beside its field") { shows(FieldWording.english.notAnEmail) }
    tour.check("the field that was filled in says nothing any more", !shows(FieldWording.english.missing))
    try await picture("sign-in-problems")
    try await signIn("bao@example.com", "wrong")
    try await sees("a wrong password is refused by the server, beside the field") {
      asksToSignIn && front.textsOnScreen.contains { $0.lowercased().contains("wrong") }
    }
    try await picture("wrong-password")
    try await signIn(nil)
    try await sees("the right one closes the sheet, and the list goes on loading: there are no addresses yet") {
      !asksToSignIn && shows("No addresses yet")
    }
    try await picture("no-addresses")
  }

  /// What happens when the sheet is closed without a sign-in, and that asking again asks again.
  func refusesToSignIn() async throws {
    try await click(text: "Addresses")
    try await sees("the sheet comes") { asksToSignIn }
    try front.press("Escape")
    try await sees("closing it without a sign-in leaves a page that says so, and offers one") {
      !asksToSignIn && shows("Sign in to see your addresses") && app.router.sheets.isEmpty
    }
    try await picture("not-signed-in")
    try await click("state-action")
    try await sees("its button brings the sheet back") { asksToSignIn }
  }

  /// Signs out, and looks for what is left.
  func signsOut() async throws {
    try await click(text: "Me")
    let users = folder.appending(path: "users")
    tour.check("while somebody is signed in there is a file of theirs", !files(in: users).isEmpty, files(in: users))
    try await click("sign-out")
    try await sees("signing out asks first") { shows("Sign out?") && shows("Stay") }
    try await picture("sign-out")
    try await click(text: "Stay")
    try await sees("staying leaves all as it is") { front.raw == window.raw && shows("bao@example.com") }
    try await confirmsSignOut()
    try await sees("signing out takes the account off the screen") {
      !window.textsOnScreen.contains("bao@example.com") && shows("You are not signed in")
    }
    try await picture("signed-out")
    try await sees("nothing of the user is left in the folder: no file, no secret") {
      files(in: users).isEmpty && files(in: folder.appending(path: "secrets")).isEmpty
    }
    try await sees("and nothing in any other file") { try !holds("bao@example.com") && !holds("Willow") }
    try await click(text: "Addresses")
    try await sees("their addresses are gone from the screen") { app.addresses.addresses.rows.isEmpty }
  }

  /// Says yes to the question.
  func confirmsSignOut() async throws {
    try await click("sign-out")
    try await sees("the question comes") { shows("Sign out?") }
    try await click(text: "Sign Out")
  }

  private func files(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Whether a text is anywhere in the app's files.
  private func holds(_ text: String) throws -> Bool {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      if let bytes = try? Data(contentsOf: file), bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }
}
