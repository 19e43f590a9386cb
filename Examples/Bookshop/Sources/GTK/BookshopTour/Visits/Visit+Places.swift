// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataGTK
import StrataPresentation

/// Places that survive a kill, and links that lead to others.
extension Visit {
  /// A book that the catalogue has.
  static let linkedBook = "moby-dick"

  /// Opens a form, waits until the place is written, and dies.
  func isKilledOnAForm() async throws {
    try await click(text: "Addresses")
    guard let row = app.addresses.addresses.rows.first else { throw TourError("there is no address to edit") }
    try await click(accessible: "Edit")
    try await sees("a row's form opens with what the address has") {
      app.router.path == [.address(row)] && shows("Edit Address") && shows("District")
    }
    try await picture("edit-address")
    let place = folder.appending(path: "place.json")
    try await sees("where the user is, is written down") {
      (try? String(contentsOf: place, encoding: .utf8))?.contains(row.street) == true
    }
    kill(getpid(), SIGKILL)
  }

  /// After the kill: the same page over the same tab, without a sign-in.
  func findsTheFormAgain() async throws {
    try await sees("started again after a kill, the app shows the form that was open") {
      shows("Edit Address") && app.router.path.count == 1 && app.router.root == .addresses
    }
    try await sees("with its regions, and nobody has to sign in") {
      try front.find("district").choices.count > 2 && front.find("city").chosen != "" && !asksToSignIn
    }
    try await picture("restored")
    try await click("back")
    try await sees("a form without changes closes at once, and the list is below it") {
      app.router.path.isEmpty && !app.addresses.addresses.rows.isEmpty && front.raw == window.raw
    }
  }

  /// A link to a form, with nobody signed in.
  func followsALinkThatNeedsASignIn() async throws {
    try await sees("a link to a page that needs a user asks for a sign-in first") { asksToSignIn }
    tour.check("the page is not there yet", app.router.path.isEmpty && app.router.hasWaitingLink)
    try await picture("link-sign-in")
    try await signIn()
    try await sees("after the sign-in the link is followed") {
      app.router.path == [.address(nil)] && app.router.root == .addresses && shows("New Address")
    }
    try await picture("link-followed")
    try await click("back")
    try await sees("below the page is its tab") { app.router.path.isEmpty && shows("No addresses yet") }
    tour.check("an unknown link is none, and changes nothing", app.open(unknown) == .unknown)
    tour.check("the user is where they were", app.router.root == .addresses && app.router.path.isEmpty)
    try await click(text: "Me")
    try await confirmsSignOut()
    try await sees("signed out again") { shows("You are not signed in") }
    try await refusesToSignIn()
    try front.press("Escape")
    try await sees("and closing it once more leaves the app in peace") { !asksToSignIn && app.router.sheets.isEmpty }
  }

  /// A link to a book.
  func followsALinkToABook() async throws {
    try await sees("a link to a book opens its page, with what the server knows of it") {
      window.textsOnScreen.contains { $0.hasPrefix("Moby") } && (try? window.find("about").isOnScreen) == true
    }
    try await picture("link-to-a-book")
    try await click("back")
    try await sees("below it are the books") { app.router.path.isEmpty && app.books.books.rows.count >= 5 }
  }

  private var unknown: URL { URL(filePath: "/no/such/page") }
}
