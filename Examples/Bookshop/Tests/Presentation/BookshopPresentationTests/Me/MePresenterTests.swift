// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataBinding
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

/// A view without a toolkit that writes down what it is told.
@MainActor private final class MeView: MeViewing {
  var log: [String] = []
  var content: MeContent?
  var page: StatePage?
  func show(_ content: MeContent) {
    self.content = content
    log.append(content.name)
  }
  func show(_ page: StatePage) {
    self.page = page
    switch page {
    case .content: log.append("content")
    case .loading: log.append("loading")
    case .message(let message): log.append(message.title)
    }
  }
  func show(toast: String) { log.append("toast: \(toast)") }
  func show(nameProblem: String?) { if let nameProblem { log.append("problem: \(nameProblem)") } }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct MePresenterTests {
  private let view = MeView()

  private func shown(_ floor: ShopFloor) -> MePresenter {
    floor.app.me.view = view
    return floor.app.me
  }

  @Test func theAccountIsShown() async {
    let me = shown(ShopFloor())
    #expect(view.log == [], "nothing loads before the screen says so")
    me.load()
    await me.work.finished()
    #expect(view.log == ["loading", "Ann"])
    #expect(view.content?.email == "ann@example.com" && view.content?.initials == "A")
  }

  @Test func aFailureWithoutAnAccountIsAPageWithARetry() async {
    let floor = ShopFloor()
    let me = shown(floor)
    floor.signingIn.failNext(Failure(.offline))
    me.load()
    await me.work.finished()
    #expect(view.log == ["loading", "No connection"])
    me.load()
    await me.work.finished()
    #expect(view.log.last == "Ann")
  }

  @Test func aFailureBesideAnAccountIsAToast() async {
    let floor = ShopFloor()
    let me = shown(floor)
    me.load()
    await me.work.finished()
    floor.signingIn.failNext(Failure(.offline))
    me.load()
    await me.work.finished()
    #expect(view.log == ["loading", "Ann", "toast: No connection. Nothing was changed."])
  }

  @Test func aNameIsSavedAndShown() async {
    let me = shown(ShopFloor())
    me.rename(" Ann Lee ")
    #expect(me.work.isRunning("rename"))
    await me.work.finished()
    #expect(view.log == ["Ann Lee", "toast: Your name is saved."] && view.content?.initials == "AL")
  }

  @Test func aRefusedNameIsSaidBesideTheField() async {
    let floor = ShopFloor()
    let me = shown(floor)
    me.rename("  ")
    await me.work.finished()
    #expect(view.log == ["problem: Say how you want to be called."])
  }

  @Test func aViewThatComesLateIsToldWhatIsKnown() async {
    let floor = ShopFloor()
    floor.app.me.load()
    await floor.app.me.work.finished()
    floor.app.me.view = view
    #expect(view.log == [])
    floor.app.me.load()
    await floor.app.me.work.finished()
    let later = MeView()
    floor.app.me.view = later
    #expect(view.log == ["loading", "Ann"] && later.log == ["Ann"])
  }

  @Test func signingOutAsksFirst() async {
    let floor = ShopFloor()
    await floor.start()
    let me = shown(floor)
    me.signOut()
    #expect(floor.app.router.alert?.choices.map(\.label) == ["Stay", "Sign Out"])
    floor.app.router.answer()
    await me.work.finished()
    #expect(floor.signingIn.state == .signedIn(ann))
    me.signOut()
    floor.app.router.answer(floor.app.router.alert?.choices.last)
    await me.work.finished()
    #expect(floor.signingIn.state == .signedOut)
    await floor.until { view.log.last == "You are not signed in" }
  }

  @Test func theViewIsReleasedAndNobodyIsToldThen() async {
    let floor = ShopFloor()
    await floor.start()
    expectReleased {
      let view = MeView()
      floor.app.me.view = view
      floor.app.me.load()
      return view
    }
    await floor.app.me.work.finished()
    #expect(floor.app.me.view == nil)
  }
}
