// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataContract
import StrataPresentation
import StrataTesting
import Testing

/// What the seeds' view protocol had: one function per outcome (S0-12).
@MainActor private protocol MeViewing: AnyObject {
  func show(name: String)
  func show(_ failure: Failure)
}

@MainActor private final class MePresenter: Presenter {
  weak var view: (any MeViewing)?
  let work = PresenterWork()
  private let name: () async throws -> String

  init(name: @escaping () async throws -> String) { self.name = name }

  func load() {
    ask("name") { [name] in
      try await name()
    } tell: { view, result in
      switch result {
      case .success(let name): view.show(name: name)
      case .failure(let failure): view.show(failure)
      }
    }
  }
}

/// A view that owns its presenter, as a shared view does (S0-15), and knows no toolkit.
@MainActor private final class MeView: MeViewing {
  let presenter: MePresenter
  var shown: [String] = []
  init(_ presenter: MePresenter) {
    self.presenter = presenter
    presenter.view = self
  }
  func show(name: String) { shown.append(name) }
  func show(_ failure: Failure) { shown.append("\(failure.kind)") }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct PresenterTests {
  @Test func nothingLoadsBeforeTheScreenSaysSo() async {  // S0-15: the seeds' view loaded in an init nobody called
    var asked = 0
    let view = MeView(
      MePresenter {
        asked += 1
        return "Jane"
      })
    #expect(asked == 0)
    view.presenter.load()
    await view.presenter.work.finished()
    #expect(asked == 1 && view.shown == ["Jane"])
  }

  @Test func successAndFailureAreToldOnceEach() async {  // S0-12, S0-25
    var answers: [Result<String, Failure>] = [.failure(Failure(.offline)), .success("Jane")]
    let view = MeView(MePresenter { try answers.removeFirst().get() })
    view.presenter.load()
    await view.presenter.work.finished()
    view.presenter.load()
    await view.presenter.work.finished()
    #expect(view.shown == ["offline", "Jane"])
  }

  @Test func aNewerQuestionSupersedesTheOlder() async {
    let (first, second) = (Gate(), Gate())
    var asked = 0
    let view = MeView(
      MePresenter {
        asked += 1
        let number = asked
        try? await (number == 1 ? first : second).pass()  // NB: deaf to its cancellation.
        return "answer \(number)"
      })
    view.presenter.load()
    while first.waiterCount == 0 { await Task.yield() }
    view.presenter.load()
    while second.waiterCount == 0 { await Task.yield() }
    #expect(view.presenter.work.isRunning("name"))
    first.open()
    second.open()
    await view.presenter.work.finished()
    for _ in 0..<20 { await Task.yield() }
    #expect(view.shown == ["answer 2"])
    #expect(!view.presenter.work.isRunning("name"))
  }

  @Test func questionsWithOtherKeysGoOn() async {
    let work = MePresenter { "" }
    let view = MeView(work)
    let gate = Gate()
    work.ask("one") {
      try await gate.pass()
    } tell: { view, _ in
      view.show(name: "one")
    }
    work.ask(2) {
    } tell: { view, _ in
      view.show(name: "two")
    }
    while work.work.isRunning(2) { await Task.yield() }
    #expect(view.shown == ["two"] && work.work.isRunning("one"))
    gate.open()
    await work.work.finished()
    #expect(view.shown == ["two", "one"])
  }

  @Test func cancellationsAreToldToNobody() async {
    let gate = Gate()
    let view = MeView(
      MePresenter {
        try await gate.pass()
        return ""
      })
    view.presenter.load()
    while gate.waiterCount == 0 { await Task.yield() }
    view.presenter.work.cancel("name")
    while gate.waiterCount > 0 { await Task.yield() }
    view.presenter.load()
    while gate.waiterCount == 0 { await Task.yield() }
    view.presenter.work.cancelAll()
    await view.presenter.work.finished()
    for _ in 0..<20 { await Task.yield() }
    #expect(view.shown == [])
    let silent = MeView(MePresenter { throw Failure(.cancelled) })
    silent.presenter.load()
    await silent.presenter.work.finished()
    #expect(silent.shown == [])
  }

  @Test func theScreenIsReleasedAlsoWhileARequestIsInFlight() async {
    let gate = Gate()
    weak var presenter: MePresenter?
    await expectReleased {
      let view = MeView(
        MePresenter {
          try await gate.pass()
          return ""
        })
      presenter = view.presenter
      view.presenter.load()
      while gate.waiterCount == 0 { await Task.yield() }
      return view
    }
    #expect(presenter == nil, "the view owned it")
    while gate.waiterCount > 0 { await Task.yield() }  // the request was cancelled with it
  }

  @Test func theViewThatIsThereWhenTheAnswerComesIsTold() async {
    let gate = Gate()
    let presenter = MePresenter {
      try await gate.pass()
      return "Jane"
    }
    var first: MeView? = MeView(presenter)
    presenter.load()
    while gate.waiterCount == 0 { await Task.yield() }
    #expect(first?.shown == [])
    first = nil
    let second = MeView(presenter)
    gate.open()
    await presenter.work.finished()
    #expect(second.shown == ["Jane"])
  }

  @Test func anAnswerWithoutAViewIsNobodys() async {
    let presenter = MePresenter { "Jane" }
    presenter.load()
    await presenter.work.finished()
    #expect(presenter.view == nil)
  }

  @Test func aViewCanShowThatSomethingRuns() async {
    let gate = Gate()
    let presenter = MePresenter {
      try await gate.pass()
      return ""
    }
    let history = StateHistory { presenter.work.isRunning("name") }
    presenter.load()
    gate.open()
    await presenter.work.finished()
    #expect(history.values == [false, true, false])
  }
}
