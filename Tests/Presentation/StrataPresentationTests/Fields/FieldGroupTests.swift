// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct FieldGroupTests {
  /// A form of two fields, and a server that waits at a gate.
  @MainActor private final class Fixture {
    let name = Field("", .required)
    let phone = Field("", .required, .phone)
    let gate = Gate()
    var sent: [String] = []
    var answer: Result<Int, Failure> = .success(1)
    var saved: [Int] = []
    private(set) var form: FieldGroup<String, Int>!

    init(isOpen: Bool = true, wording: Wording = .english) {
      if isOpen { gate.open() }
      form = FieldGroup(["name": name, "phone": phone], wording: wording) { [name, phone] in
        "\(name.value) \(phone.value)"
      } send: { [unowned self, gate] draft in
        sent.append(draft)
        try? await gate.pass()
        return try answer.get()
      } saved: { [unowned self] in
        saved.append($0)
      }
    }

    func fillIn() { (name.value, phone.value) = ("Jane", "13800138000") }

    func submit() async {
      form.submit.run()
      await form.submit.finished()
    }

    func waits() async { while gate.waiterCount == 0 { await Task.yield() } }
  }

  @Test func submittingWhileInvalidSendsNothingAndTellsEveryProblem() async {
    let it = Fixture()
    it.phone.value = "12"
    #expect(it.form.submit.canRun, "a disabled button could not say what is wrong")
    await it.submit()
    #expect(it.sent.isEmpty)
    #expect(it.name.message == "Please fill this in.")
    #expect(it.phone.message == "This is not a telephone number.")
    #expect(it.name.wantsFocus && !it.phone.wantsFocus)
    #expect(it.form.message == nil && it.form.submit.failure == nil)
  }

  @Test func theFirstInvalidFieldGetsTheCursorAndNotTheFirstOne() async {
    let it = Fixture()
    it.name.value = "Jane"
    await it.submit()
    #expect(!it.name.wantsFocus && it.phone.wantsFocus)
  }

  @Test func aValidFormIsSentOnceAndIsCleanThen() async {
    let it = Fixture()
    #expect(!it.form.isDirty && !it.form.isValid)
    it.fillIn()
    #expect(it.form.isDirty && it.form.isValid)
    await it.submit()
    #expect(it.sent == ["Jane 13800138000"])
    #expect(it.saved == [1] && it.form.submit.output == 1)
    #expect(!it.form.isDirty)
  }

  @Test func aDoubleSubmitSendsOnce() async {
    let it = Fixture(isOpen: false)
    it.fillIn()
    it.form.submit.run()
    it.form.submit.run()
    await it.waits()
    it.form.submit.run()
    #expect(!it.form.submit.canRun && it.form.submit.isRunning)
    it.gate.open()
    await it.form.submit.finished()
    #expect(it.sent.count == 1 && it.saved == [1])
  }

  @Test func anEditWhileItIsSentStaysAndIsAChangeStill() async {
    let it = Fixture(isOpen: false)
    it.fillIn()
    it.form.submit.run()
    await it.waits()
    it.name.value = "Jane Austen"
    it.gate.open()
    await it.form.submit.finished()
    #expect(it.sent == ["Jane 13800138000"], "what was there at the tap")
    #expect(it.name.value == "Jane Austen" && it.name.isDirty && !it.phone.isDirty)
    await it.submit()
    #expect(it.sent.last == "Jane Austen 13800138000")
    #expect(!it.form.isDirty)
  }

  @Test func whatTheServerSaysGoesToItsFields() async {
    let it = Fixture()
    it.fillIn()
    it.answer = .failure(Failure(.business(code: "invalid"), fields: ["phone": "This number is taken."]))
    await it.submit()
    #expect(it.phone.message == "This number is taken." && it.name.message == nil)
    #expect(it.phone.wantsFocus)
    #expect(it.form.message == nil, "the field says it")
    #expect(it.form.isDirty && it.name.value == "Jane")
    it.phone.value = "13900139000"
    it.answer = .success(2)
    await it.submit()
    #expect(it.saved == [2] && it.phone.message == nil)
  }

  @Test func theSameValueMayBeSentAgain() async {
    let it = Fixture()
    it.fillIn()
    it.answer = .failure(Failure(.business(code: "invalid"), fields: ["phone": "Not now."]))
    await it.submit()
    it.answer = .success(2)
    await it.submit()
    #expect(it.saved == [2] && it.phone.message == nil)
  }

  @Test func whatTheServerSaysAboutStrangersIsNotLost() async {
    let it = Fixture()
    it.fillIn()
    it.answer = .failure(
      Failure(.business(code: "invalid"), message: "Please check.", fields: ["zip": "Wrong.", "area": "Unknown."]))
    await it.submit()
    #expect(it.form.message == "Please check.\nUnknown.\nWrong.")
  }

  @Test func aFieldEditedMeanwhileIsNotBlamedButTheFailureIsTold() async {
    let it = Fixture(isOpen: false)
    it.fillIn()
    it.answer = .failure(Failure(.business(code: "invalid"), fields: ["phone": "This number is taken."]))
    it.form.submit.run()
    await it.waits()
    it.phone.value = "13900139000"
    it.gate.open()
    await it.form.submit.finished()
    #expect(it.phone.message == nil)
    #expect(it.form.message == "Sending failed. What you entered is kept.")
  }

  @Test(
    arguments: [
      (Failure(.offline), "网络未连接，已填写的内容不会丢失。"), (Failure(.timedOut), "服务器响应超时"),
      (Failure(.signedOut), "请先登录"), (Failure(.server(status: 500)), "提交失败，已填写的内容不会丢失。"),
      (Failure(.business(code: "7"), message: "库存不足"), "库存不足"), (Failure(.server(status: 500), notifies: false), nil),
    ] as [(Failure, String?)])
  func aFailureLosesNothingAndIsTold(failure: Failure, text: String?) async {
    let it = Fixture(wording: .chinese)
    it.fillIn()
    it.answer = .failure(failure)
    await it.submit()
    #expect(it.form.message == text)
    #expect(it.name.value == "Jane" && it.phone.value == "13800138000" && it.form.isDirty)
    it.answer = .success(3)
    await it.submit()
    #expect(it.form.message == nil && it.saved == [3])
  }

  @Test func resettingWhileItIsSentForgetsTheAnswer() async {
    let it = Fixture(isOpen: false)
    it.fillIn()
    it.form.submit.run()
    await it.waits()
    it.form.reset()
    #expect(!it.form.submit.isRunning && it.name.value == "" && !it.form.isDirty)
    it.gate.open()
    while it.gate.waiterCount > 0 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    #expect(it.saved.isEmpty && it.form.submit.output == nil && !it.form.isDirty)
  }

  @Test func resettingForgetsAFailure() async {
    let it = Fixture()
    it.fillIn()
    it.answer = .failure(Failure(.business(code: "x"), message: "No.", fields: ["name": "Wrong."]))
    await it.submit()
    it.form.reset()
    #expect(it.form.message == nil && it.name.message == nil && !it.form.isDirty)
  }

  @Test func leavingThePageWhileItIsSentReleasesAllOfIt() async {
    let gate = Gate()
    let name = Field("Jane")
    await expectReleased {
      let form = FieldGroup(["name": name]) {
        name.value
      } send: { _ in
        try await gate.pass()
      }
      form.submit.run()
      while gate.waiterCount == 0 { await Task.yield() }
      return form
    }
    while gate.waiterCount > 0 { await Task.yield() }
  }
}
