// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct RouterTests {
  @Test func aDoubleClickOpensOnePage() {
    let router = Router<String>()
    router.push("book")
    router.push("book")
    #expect(router.path == ["book"])
  }

  @Test func goingBackEndsAtTheRoot() {
    let router = Router(path: ["a", "b"])
    router.pop()
    #expect(router.path == ["a"])
    router.popToRoot()
    router.pop()
    #expect(router.path == [])
  }

  @Test func choosingATabLeavesThePagesAlone() {
    let router = Router(root: "books", path: ["emma"])
    router.root = "me"
    #expect(router.snapshot == RouterPlace(root: "me", path: ["emma"]))
  }

  @Test func aSheetIsPresentedOnceWhoeverAsksForIt() {
    let router = Router(path: ["form"])
    for _ in 0..<3 { router.present("sign in") }
    #expect(router.sheets == ["sign in"] && router.sheet == "sign in")
    #expect(router.path == ["form"], "what is below stays")
  }

  @Test func aSheetOverASheetLeavesTheLowerOne() {
    let router = Router<String>()
    router.present("form")
    router.present("sign in")
    router.present("form")
    #expect(router.sheets == ["form", "sign in"])
    router.dismiss("sign in")
    #expect(router.sheet == "form")
    router.dismiss("sign in")
    #expect(router.sheet == "form", "it is not open")
    router.dismiss()
    router.dismiss()
    #expect(router.sheets.isEmpty)
  }

  @Test func closingALowerSheetClosesWhatLiesOverIt() {
    let router = Router<String>()
    router.present("form")
    router.present("sign in")
    router.dismiss("form")
    #expect(router.sheets.isEmpty)
  }

  @Test func aViewClosesASheetByWritingTheModel() {
    let router = Router<String>()
    router.sheet = "a"
    router.sheet = "b"
    #expect(router.sheets == ["b"])
    router.present("c")
    router.sheet = nil
    #expect(router.sheet == "b")
  }

  @Test func answeringDoesWhatTheChoiceSaysAfterTheQuestionClosed() {
    let router = Router<String>()
    var log: [String] = []
    let question = RouterAlert(
      "Delete?", detail: "For good.", choices: .cancel("Keep") { log.append("kept") },
      .destructive("Delete") { [weak router] in log.append("deleted, open: \(router?.alert != nil)") })
    router.alert = question
    #expect(router.alert == question && question.choices.map(\.label) == ["Keep", "Delete"])
    router.answer(question.choices[1])
    #expect(log == ["deleted, open: false"] && router.alert == nil)
    router.answer(question.choices[1])
    #expect(log.count == 1, "a double click answers once")
  }

  @Test func closingAQuestionIsTheChoiceThatCancels() {
    let router = Router<String>()
    var log: [String] = []
    router.alert = RouterAlert(
      "Delete?", choices: .normal("Delete") { log.append("a") }, .cancel("No") { log.append("b") })
    router.answer()
    #expect(log == ["b"])
    router.alert = RouterAlert("Saved.", choices: .normal("Fine") { log.append("c") })
    router.answer()
    #expect(log == ["b"] && router.alert == nil)
  }

  @Test func anAnswerMayAskTheNextQuestion() {
    let router = Router<String>()
    let next = RouterAlert("Really?", choices: .cancel("No"))
    router.alert = RouterAlert("Delete?", choices: .destructive("Yes") { router.alert = next })
    router.answer(router.alert?.choices[0])
    #expect(router.alert == next)
    #expect(next != RouterAlert("Really?", choices: .cancel("No")), "each question is shown anew")
  }

  @Test func discardingChangesIsAskedInTheUsersLanguage() {
    var discarded = 0
    let question = RouterAlert.discardChanges(wording: .chinese) { discarded += 1 }
    #expect(question.title == "放弃修改？" && question.choices.map(\.label) == ["继续编辑", "放弃"])
    #expect(question.choices.map(\.role) == [.cancel, .destructive])
    question.choices[0].action()
    #expect(discarded == 0)
    question.choices[1].action()
    #expect(discarded == 1)
  }

  @Test func whatIsObservedIsTold() {
    let router = Router(root: "books")
    var seen: [String] = []
    let token = observe {
      (router.root, router.path, router.sheet, router.alert?.title)
    } apply: {
      seen.append("\($0 ?? "") \($1) \($2 ?? "") \($3 ?? "")")
    }
    router.push("emma")
    UpdateLoop.main.flush()
    router.present("sign in")
    router.alert = RouterAlert("Hello", choices: .cancel("Close"))
    UpdateLoop.main.flush()
    #expect(seen == ["books []  ", "books [\"emma\"]  ", "books [\"emma\"] sign in Hello"])
    token.cancel()
  }

  @Test func closingTheWindowReleasesItsRouter() {
    expectReleased {
      let router = Router(root: "books", path: ["emma"])
      router.alert = RouterAlert("Delete?", choices: .cancel("No") { [weak router] in router?.pop() })
      return router
    }
  }
}
