// Part of Strata.
// SPDX-License-Identifier: MIT

import Observation
import StrataBinding
import StrataContract
import StrataTesting
import Testing

/// A text field that behaves as toolkits do: setting the text reports "" first, and then the text.
@MainActor private final class FakeField {
  private(set) var text = ""
  private(set) var writes: [String] = []
  var isComposing = false
  var onChange: () -> Void = {}

  func set(_ new: String) {
    writes.append(new)
    for step in ["", new] { change(to: step) }
  }

  func type(_ new: String) { change(to: new) }

  private func change(to new: String) {
    text = new
    onChange()
  }
}

/// A model that keeps text its own way, and counts how often it is written.
@MainActor @Observable private final class Document {
  var stored = ""
  @ObservationIgnored var sets: [String] = []
  @ObservationIgnored var keep: (String) -> String = { $0 }

  var text: String {
    get { stored }
    set {
      sets.append(newValue)
      stored = keep(newValue)
    }
  }
}

@Suite(.serialized, .timeLimit(.minutes(1))) @MainActor struct TwoWayLinkTests {
  private let document = Document()
  private let field = FakeField()

  private func link(
    answer: TwoWayLink<String>.Answer = .atOnce, writing: TwoWayLink<String>.Writing = .atOnce,
    source: TwoWay<String>? = nil
  ) -> TwoWayLink<String> {
    let link = TwoWayLink(
      source ?? TwoWay(document, \.text), answer: answer, writing: writing,
      isComposing: { [field] in field.isComposing }
    ) { [weak field] in field?.set($0) }
    field.onChange = { [unowned field] in link.edited(field.text) }
    return link
  }

  private func flush(_ count: Int = 1) { for _ in 0..<count { UpdateLoop.main.flush() } }

  // RxSwift #152: the empty field's "" won.
  @Test func modelValueIsShownFirst() {
    document.stored = "saved"
    _ = link()
    flush()
    #expect(field.text == "saved")
    #expect(document.sets == [])
  }

  @Test func writingTheViewIsNoEdit() {
    let link = link()
    document.stored = "news"
    flush()
    #expect(field.text == "news")
    #expect(document.sets == [])
    withExtendedLifetime(link) {}
  }

  @Test func editIsWrittenAtOnceAndNotWrittenBack() {
    let link = link()
    field.type("a")
    #expect(document.text == "a")
    flush(20)
    #expect(field.writes == [""])
    withExtendedLifetime(link) {}
  }

  @Test func equalWritesAreSkippedBothWays() {
    let link = link()
    field.type("a")
    field.type("a")
    document.text = "a"
    flush()
    #expect(document.sets == ["a", "a"])
    #expect(field.writes == [""])
    withExtendedLifetime(link) {}
  }

  // A search field reports late: what we wrote must not come back as an edit over a newer value.
  @Test func lateEchoOfOurOwnWriteIsNoEdit() {
    let link = link()
    document.stored = "first"
    flush()
    document.stored = "second"
    link.edited("first")
    #expect(document.stored == "second")
    flush()
    #expect(field.text == "second")
    withExtendedLifetime(link) {}
  }

  @Test func viewShowsWhatTheModelMadeOfAnEdit() {
    document.keep = { String($0.prefix(3)) }
    let link = link()
    field.type("abcd")
    flush()
    #expect(field.text == "abc")
    field.type("abcx")
    flush()
    #expect(field.text == "abc")
    #expect(document.stored == "abc")
    withExtendedLifetime(link) {}
  }

  // clearly #84: the caret jumped and old text returned.
  @Test func pendingEditsWinOverOlderAnswers() {
    var asked: [String] = []
    let slow = TwoWay(get: { [document] in document.stored }, set: { asked.append($0) })
    let link = link(answer: .later, source: slow)
    for text in ["a", "ab", "abc"] { field.type(text) }
    #expect(asked == ["a", "ab", "abc"])
    for text in ["a", "ab", "abc"] {
      document.stored = text
      flush()
      #expect(field.text == "abc")
    }
    document.stored = "from elsewhere"
    flush()
    #expect(field.text == "from elsewhere")
    withExtendedLifetime(link) {}
  }

  @Test func changeByOthersWinsOverUnansweredEdits() {
    let slow = TwoWay(get: { [document] in document.stored }, set: { _ in })
    let link = link(answer: .later, source: slow)
    field.type("mine")
    flush()
    #expect(field.text == "mine")
    document.stored = "theirs"
    flush()
    #expect(field.text == "theirs")
    withExtendedLifetime(link) {}
  }

  @Test func revertShowsTheModelAgain() {
    let slow = TwoWay(get: { [document] in document.stored }, set: { _ in })
    let link = link(answer: .later, source: slow)
    field.type("never answered")
    flush(20)
    link.revert()
    #expect(field.text == "")
  }

  // realm #7655: typing straight into a store.
  @Test func editsOfOneTurnAreOneWrite() {
    let link = link(writing: .oncePerTurn)
    for text in ["a", "ab", "abc"] { field.type(text) }
    #expect(document.sets == [])
    flush()
    #expect(document.sets == ["abc"])
    #expect(field.text == "abc")
    withExtendedLifetime(link) {}
  }

  @Test func pendingEditWinsOverAChangeOfTheSameTurn() {
    let link = link(writing: .oncePerTurn)
    field.type("mine")
    document.stored = "theirs"
    flush()
    #expect(document.stored == "mine")
    #expect(field.text == "mine")
    withExtendedLifetime(link) {}
  }

  @Test func rejectedConversionKeepsTheTextAndSaysWhy() {
    let counter = Counter()
    struct NoNumber: FailureConvertible {
      var failure: Failure { Failure(.unreadable, message: "a number, please") }
    }
    let number = TwoWay(counter, \.count).converted(to: { "\($0)" }) { text in
      guard let number = Int(text) else { throw NoNumber() }
      return number
    }
    let link = link(source: number)
    #expect(field.text == "0")
    field.type("12")
    field.type("12a")
    flush(20)
    #expect(field.text == "12a")
    #expect(counter.count == 12)
    #expect(link.problem?.message == "a number, please")
    field.type("13")
    flush()
    #expect(link.problem == nil)
    #expect(counter.count == 13)
    field.type("x")
    counter.count = 99
    flush()
    #expect(field.text == "99")
    #expect(link.problem == nil)
  }

  // RxSwift #649: marked text of a Japanese input method.
  @Test func nothingIsWrittenWhileAnInputMethodComposes() {
    let link = link()
    field.isComposing = true
    field.type("に")
    field.type("にほ")
    document.stored = "from elsewhere"
    flush(3)
    #expect(field.text == "にほ")
    #expect(document.sets == [])
    field.isComposing = false
    field.type("日本")
    flush()
    #expect(document.stored == "日本")
    #expect(field.text == "日本")
    withExtendedLifetime(link) {}
  }

  @Test func cancelledCompositionShowsWhatCameMeanwhile() {
    let link = link()
    field.isComposing = true
    field.type("に")
    document.stored = "from elsewhere"
    flush(3)
    field.isComposing = false
    field.type("")
    link.composed(field.text)
    #expect(document.stored == "")
    document.stored = "later"
    flush()
    #expect(field.text == "later")
  }

  @Test func finishedCompositionWithoutAChangeGoesOn() {
    let link = link()
    field.isComposing = true
    field.type("ab")
    flush()
    field.isComposing = false
    link.composed("ab")
    #expect(document.stored == "ab")
  }

  @Test func linkAndModelAreReleasedWithTheView() {
    expectReleased {
      let document = Document()
      let link = TwoWayLink(TwoWay(document, \.text)) { _ in }
      link.edited("a")
      flush(20)
      return document
    }
    expectReleased {
      let link = TwoWayLink(TwoWay(document, \.text)) { _ in }
      flush(20)
      return link
    }
  }

  /// Random edits, answers and changes by others: at rest the view shows the model's value.
  @Test(arguments: 0..<20) func viewAndModelAgreeAtRest(seed: UInt64) {
    var random = Seeded(state: seed &* 991 &+ 3)
    let link = link(writing: seed.isMultiple(of: 2) ? .atOnce : .oncePerTurn)
    for _ in 0..<300 {
      let text = String(repeating: "x", count: Int.random(in: 0..<4, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1: field.type(text)
      case 2: document.stored = text
      case 3: document.keep = Bool.random(using: &random) ? { $0 } : { String($0.prefix(2)) }
      default: flush(Int.random(in: 1..<12, using: &random))
      }
    }
    flush()
    #expect(field.text == document.stored)
    withExtendedLifetime(link) {}
  }
}
