// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataContract
import StrataPresentation
import StrataScripted
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct BookSearchModelTests {
  @Test func startingShowsWhatWasShownLastAndThenWhatTheServerSays() async {
    let service = ScriptedBooks(lastQuery: "austen", saved: ["Emma"], fresh: ["Emma", "Persuasion"])
    let model = BookSearchModel(service: service)
    #expect(model.books.query == "austen")
    await model.start()
    #expect(model.books.rows.map(\.title) == ["Emma", "Persuasion"])
    #expect(model.books.origin == .network)
    #expect(model.summary == "2 books")
  }

  @Test func startingOfflineKeepsTheSavedRowsWithAToast() async {
    let model = BookSearchModel(service: ScriptedBooks(lastQuery: "austen", saved: ["Emma"], fresh: nil))
    await model.start()
    #expect(model.books.rows.map(\.title) == ["Emma"])
    #expect(model.summary == "1 book, saved earlier")
    #expect(model.books.page == .content)
    #expect(model.books.takeToast() == Wording.english.offlineToast)
    #expect(model.books.takeToast() == nil)
  }

  @Test func offlineWithNothingSavedIsAnOfflinePageWithARetry() async throws {
    let model = BookSearchModel(service: ScriptedBooks(fresh: nil))
    await model.start()
    guard case .message(let message) = model.books.page else {
      Issue.record("no message but \(model.books.page)")
      return
    }
    #expect(message.kind == .offline && message.action != nil)
    #expect(model.summary == "")
  }

  @Test func aSearchWithoutResultSaysWhatToTry() async {
    let model = BookSearchModel(service: ScriptedBooks(fresh: []))
    await model.start()
    #expect(
      model.books.page
        == .message(
          StateMessage(.empty, title: "No books found", detail: "Try another title, author or subject.")))
  }

  @Test func typingAsksOnceAfterAPause() async {
    let service = ScriptedBooks(fresh: ["Emma"])
    let clock = ManualClock()
    let model = BookSearchModel(service: service, clock: clock)
    for text in ["e", "em", "emma"] {
      model.books.query = text
      clock.advance(by: .milliseconds(299))
    }
    #expect(service.queries == [])
    clock.advance(by: .milliseconds(1))
    await model.books.settled()
    #expect(service.queries == ["emma"])
  }

  @Test func aDoubleClickOpensABookOnce() {
    let model = BookSearchModel(service: ScriptedBooks(fresh: []))
    model.open(book("Emma"))
    model.open(book("Emma"))
    #expect(model.router.path == [.book(book("Emma"))])
  }

  @Test func leavingTheScreenReleasesIt() async {
    await expectReleased {
      let model = BookSearchModel(service: ScriptedBooks(saved: ["Emma"], fresh: nil))
      await model.start()
      return model
    }
  }
}
