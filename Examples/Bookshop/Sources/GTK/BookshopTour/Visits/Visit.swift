// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopGTK
import BookshopPresentation
import Foundation
import StrataGTK
import StrataPresentation

/// What a person does with the app, and sees of it. Each module has its part in a file of its own.
struct Visit {
  let window: ApplicationWindow
  let app: AppModel
  let tour: Tour
  /// The app's folder.
  let folder: URL

  init(_ shop: BookshopWindow, _ tour: Tour, folder: URL) {
    window = shop.window
    app = shop.app
    self.tour = tour
    self.folder = folder
  }

  var books: BookSearchModel { app.books }

  /// What is in front: the window, a sheet, a question.
  var front: AnyWidget { window.inFront }

  // MARK: - Seeing

  /// Waits for something to be seen, ten seconds at most, and writes down if it was. The visit ends with the first miss.
  func sees(_ sentence: String, _ condition: () throws -> Bool) async throws {
    let holds = try await waits(condition)
    tour.check(sentence, holds, holds ? nil : front.textsOnScreen)
    if !holds {
      try tour.snapshot(window, "failed")
      try tour.snapshot(front, "failed-front")
      throw TourError("what comes next needs it")
    }
  }

  /// Whether a text is on what is in front.
  func shows(_ text: String) -> Bool { front.textsOnScreen.contains(text) }

  /// Whether the sheet that signs in is in front.
  var asksToSignIn: Bool { (try? front.find("sign-in").isOnScreen) == true }

  /// Keeps a picture of what is in front, after pictures and transitions had their time.
  func picture(_ name: String) async throws {
    try await Task.sleep(for: .milliseconds(600))
    try tour.snapshot(front, name)
  }

  // MARK: - Doing

  /// Clicks a widget by its name, as soon as a user could.
  func click(_ name: String) async throws { try await when(name) { try front.find(name).click() } }

  /// Clicks the first widget in sight with a text.
  func click(text: String) async throws { try await when(text) { try front.find(text: text).click() } }

  /// Clicks the first widget in sight that a screen reader calls so.
  func click(accessible label: String) async throws {
    try await when(label) { try front.find(accessible: label).click() }
  }

  /// Puts a text into a field in place of what is there.
  func fill(_ name: String, _ text: String) async throws {
    try await when(name) { try front.find(name).erase() }
    try front.find(name).type(text)
  }

  /// Chooses in a list, as soon as the choice is there.
  func choose(_ title: String, in name: String) async throws {
    try await when(title) { try front.find(name).choose(title) }
  }

  /// Fills the sheet in and sends it.
  func signIn(_ email: String? = "bao@example.com", _ password: String = "books") async throws {
    if let email { try await fill("email", email) }
    try await fill("password", password)
    try await click("sign-in")
  }

  /// Tries until it can be done, ten seconds at most.
  private func when(_ name: String, _ action: () throws -> Void) async throws {
    var last: (any Error)?
    let isDone = try await waits {
      guard !window.isInTransition else { return false }
      do { try action() } catch {
        last = error
        return false
      }
      return true
    }
    if !isDone, let last {
      try tour.snapshot(front, "failed")
      throw TourError("\(name): \(last)")
    }
  }

  private func waits(_ condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(10)
    while try !condition() {
      guard ContinuousClock.now < end else { return false }
      try await Task.sleep(for: .milliseconds(20))
    }
    return true
  }
}
