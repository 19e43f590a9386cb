// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct FieldTests {
  @Test func aProblemIsSilentUntilTheUserLeavesTheField() {
    let field = Field("", .required)
    #expect(field.problem == .missing && !field.isValid)
    #expect(field.message == nil)
    field.touch()
    #expect(field.message == "Please fill this in.")
    field.value = "Jane"
    #expect(field.message == nil && field.isValid)
    field.value = " \n"
    #expect(field.message == "Please fill this in.")
  }

  @Test func theFirstBrokenRuleIsTold() {
    let field = Field("", .required, .length(3...), .init { $0.hasPrefix("a") ? nil : .said("Begin with a.") })
    #expect(field.problem == .missing)
    field.value = "b"
    #expect(field.problem == .tooShort(3))
    field.value = "bcd"
    #expect(field.problem == .said("Begin with a."))
    field.value = "abc"
    #expect(field.problem == nil)
  }

  @Test func theWordingDecidesTheLanguage() {
    var wording = Wording.chinese
    wording.fields.tooLong = "{limit}字以内，最多{limit}"
    let field = Field("一二三", .required, .length(...2), wording: wording)
    field.touch()
    #expect(field.message == "2字以内，最多2")
    field.value = ""
    #expect(field.message == "请填写此项")
  }

  @Test func onlyARuleThatNeedsAValueMarksTheField() {
    #expect(Field("", .length(2...), .required).isRequired)
    #expect(!Field("", .length(2...), .email).isRequired)
  }

  @Test func writingTheSameOrTheSavedValueIsNoChange() {  // L5: dirty check
    let field = Field("Jane")
    #expect(!field.isDirty)
    field.value = "Jane A."
    #expect(field.isDirty)
    field.value = "Jane"
    #expect(!field.isDirty)
  }

  @Test func resettingGoesBackToWhatWasSavedUntouched() {
    let field = Field("Jane", .required)
    field.value = ""
    field.touch()
    field.wantsFocus = true
    field.reset()
    #expect(field.value == "Jane")
    #expect(!field.isTouched && !field.wantsFocus && field.message == nil)
  }

  @Test func aLoadedValueDoesNotOverwriteWhatWasTypedMeanwhile() {
    let (edited, untouched) = (Field("", .required), Field(""))
    edited.value = "mine"
    edited.fill("theirs")
    untouched.fill("theirs")
    #expect(edited.value == "mine" && edited.isDirty)
    #expect(untouched.value == "theirs" && !untouched.isDirty)
    edited.reset()
    #expect(edited.value == "theirs")
  }

  @Test func whatTheServerSaysStandsUntilTheValueChanges() {
    let field = Field("123", .required)
    field.sending()
    field.refused("No such number.")
    #expect(field.message == "No such number." && field.isRefused)
    #expect(field.isValid, "the same value may be sent again")
    field.value = "123"
    #expect(field.isRefused, "an equal write is no edit")
    field.value = "1234"
    #expect(!field.isRefused && field.message == nil)
  }

  @Test func aValueEditedWhileItWasSentIsNotBlamed() {
    let field = Field("123")
    field.sending()
    field.value = "1234"
    field.refused("No such number.")
    #expect(field.message == nil)
  }

  @Test func whatWasTypedWhileItWasSentIsAChangeStill() {
    let field = Field("a")
    field.value = "b"
    field.sending()
    field.value = "c"
    field.accepted()
    #expect(field.value == "c" && field.saved == "b" && field.isDirty)
  }

  @Test func aChoiceThatIsNotMadeIsSavedAsNone() {
    let field = Field<Int?>(7, .required)
    field.value = nil
    #expect(field.problem == .missing)
    field.sending()
    field.accepted()
    #expect(field.saved == nil && !field.isDirty)
  }

  @Test func aFieldThatDependsOnAnotherIsEmptiedAtOnceWhoeverWrites() {
    let (province, city) = (Field<Int?>(1), Field<Int?>(11))
    province.onChange { [city] _ in city.value = nil }
    province.value = 1
    #expect(city.value == 11, "an equal write is no change")
    province.value = 2
    #expect(city.value == nil)
    for field in [province, city] { field.reset() }
    #expect(province.value == 1 && city.value == 11, "the order on screen")
    province.fill(3)
    #expect(city.value == nil && city.isDirty)
  }

  @Test func aRuleFollowsAnotherField() {
    let password = Field("secret")
    let again = Field("secret", .same(as: password, or: "The passwords differ."))
    again.touch()
    var shown: [String?] = []
    let token = observe {
      again.message
    } apply: {
      shown.append($0)
    }
    password.value = "other"
    UpdateLoop.main.flush()
    again.value = "other"
    UpdateLoop.main.flush()
    #expect(shown == [nil, "The passwords differ.", nil])
    token.cancel()
  }

  @Test func aViewKeepsItsTextWhileAnInputMethodComposes() {  // L5: marked text
    let field = Field("", .required, .length(...4))
    var (shown, isComposing) = ("", false)
    let link = TwoWayLink(TwoWay(field, \.value), isComposing: { isComposing }) { shown = $0 }
    isComposing = true
    shown = "nihao"
    link.edited(shown)
    field.fill("loaded")
    UpdateLoop.main.flush()
    #expect(shown == "nihao" && field.value == "loaded")
    isComposing = false
    shown = "你好"
    link.composed(shown)
    UpdateLoop.main.flush()
    #expect(shown == "你好" && field.value == "你好")
  }

  @Test func aFieldNeverRewritesWhatIsTyped() {
    let field = Field("", .required, .length(...3), .email)
    var shows = 0
    let link = TwoWayLink(TwoWay(field, \.value)) { _ in shows += 1 }
    for text in [" ", " a", " a ", "ａ１", "far too long "] {
      link.edited(text)
      UpdateLoop.main.flush()
      #expect(field.value == text)
    }
    #expect(shows == 1, "the first value alone")
  }

  @Test func aConvertedFieldIsBoundBothWays() {
    let count = Field(1)
    let text = TwoWay(count, \.value).converted(to: { "\($0)" }, from: { try Int($0) ?? refuse() })
    var shown = ""
    let link = TwoWayLink(text) { shown = $0 }
    #expect(shown == "1")
    link.edited("12")
    link.edited("12x")
    #expect(count.value == 12 && link.problem != nil)
    count.value = 5
    UpdateLoop.main.flush()
    #expect(shown == "5" && link.problem == nil)
  }

  @Test func leavingThePageReleasesItsFields() {
    expectReleased {
      let field = Field("", .required)
      let link = TwoWayLink(TwoWay(field, \.value)) { _ in }
      link.edited("text")
      return field
    }
  }

  private struct Refused: Error {}
  private func refuse() throws -> Int { throw Refused() }
}
