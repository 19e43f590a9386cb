// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopPresentation
import Foundation
import StrataGTK
import StrataPresentation

extension Visit {
  /// Reads the account and changes its name.
  func changesTheName() async throws {
    try await click(text: "Me")
    try await sees("the account is there, with its name and address") { shows("Bao") && shows("bao@example.com") }
    try await picture("me")
    try await fill("new-name", "   ")
    try await click("rename")
    try await sees("a blank name is refused by the server, beside the field") {
      front.textsOnScreen.contains { $0.hasPrefix("Say how you want to be called") }
    }
    try await picture("name-refused")
    try await fill("new-name", "Bao Li")
    try front.find("new-name").submit()
    try await sees("Enter saves the new name, and a toast says so") { shows("Bao Li") && shows("Your name is saved.") }
    try await picture("name-saved")
  }
}
