// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataContract
import StrataPresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct BookDetailModelTests {
  private let english = Locale(identifier: "en_IE")

  @Test func theRowsFactsStandBeforeAnythingIsLoaded() {
    let model = BookDetailModel(book("Emma"), service: ScriptedReading(nil), locale: english)
    #expect(model.row.title == "Emma")
    #expect(model.row.price == "€8.80")
    #expect(model.facts.map(\.name) == ["First published", "Language", "Pages", "Subject"])
    #expect(model.facts.map(\.value) == ["1815", "English", "474", "Novel"])
    #expect(model.about == "")
  }

  @Test func theRestFollows() async {
    let model = BookDetailModel(book("Emma"), service: ScriptedReading("A novel of 1815."), locale: english)
    await model.start()
    #expect(model.about == "A novel of 1815.")
    #expect(model.detail.page == .content)
  }

  @Test func offlineTheRowsFactsStayAndTheRestOffersARetry() async {
    let model = BookDetailModel(book("Emma"), service: ScriptedReading(nil), locale: english)
    await model.start()
    #expect(model.row.title == "Emma")
    #expect(model.facts.count == 4)
    #expect(model.about == "")
    guard case .message(let message) = model.detail.page else {
      Issue.record("no message but \(model.detail.page)")
      return
    }
    #expect(message.kind == .offline && message.action != nil)
  }
}
