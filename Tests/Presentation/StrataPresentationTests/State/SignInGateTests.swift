// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

/// A service whose token can expire, and its gate.
@MainActor private final class Shop {
  var isSignedIn: Bool
  var sheets = 0
  var asked: [String] = []
  private(set) var gate: SignInGate!

  init(isSignedIn: Bool = false, user: String? = "ann") {
    self.isSignedIn = isSignedIn
    gate = SignInGate(user: user) { [unowned self] in sheets += 1 }
  }

  func ask(_ question: String) async throws -> String {
    asked.append(question)
    await Task.yield()
    guard isSignedIn else { throw Failure(.signedOut) }
    return question.uppercased()
  }

  func signIn(as user: String = "ann") {
    isSignedIn = true
    gate.signedIn(as: user)
  }

  /// Starts work and returns when so many wait.
  func start(_ question: String) -> Task<String, any Error> {
    Task { [gate] in try await gate!.pass { try await self.ask(question) } }
  }

  func waits(_ count: Int) async { while gate.waitingCount != count { await Task.yield() } }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct SignInGateTests {
  @Test func whoIsSignedInPassesAndNobodyIsAsked() async throws {
    let shop = Shop(isSignedIn: true)
    #expect(try await shop.start("a").value == "A")
    #expect(shop.sheets == 0 && !shop.gate.isNeeded)
  }

  @Test func oneSheetForAllThatWaitsAndAllOfItGoesOn() async throws {
    let shop = Shop()
    let work = ["a", "b", "c"].map(shop.start)
    await shop.waits(3)
    shop.gate.need()
    #expect(shop.sheets == 1 && shop.gate.isNeeded)
    shop.signIn()
    for (task, answer) in zip(work, ["A", "B", "C"]) { #expect(try await task.value == answer) }
    #expect(shop.sheets == 1 && !shop.gate.isNeeded)
    #expect(shop.asked.count == 6)
  }

  @Test func whatFailsLateAfterTheSignInAsksForNone() async throws {
    let shop = Shop()
    let (begun, gate) = (Gate(), Gate())
    let late = Task {
      try await shop.gate.pass {
        if !shop.isSignedIn {
          begun.open()
          try await gate.pass()
          throw Failure(.signedOut)
        }
        return try await shop.ask("late")
      }
    }
    try await begun.pass()
    shop.signIn()
    gate.open()
    #expect(try await late.value == "LATE")
    #expect(shop.sheets == 0)
  }

  @Test func closingTheSheetFailsWhatWaitsAndTheNextTryAsksAgain() async throws {
    let shop = Shop()
    let first = shop.start("a")
    await shop.waits(1)
    shop.gate.refuse()
    await #expect(throws: Failure(.signedOut)) { try await first.value }
    #expect(!shop.gate.isNeeded)
    let second = shop.start("a")
    await shop.waits(1)
    #expect(shop.sheets == 2)
    shop.signIn()
    #expect(try await second.value == "A")
  }

  @Test func workOfOneUserIsNotDoneForAnother() async throws {
    let shop = Shop(user: "ann")
    let work = shop.start("delete ann's address")
    await shop.waits(1)
    shop.signIn(as: "bao")
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(shop.asked.count == 1)
  }

  @Test func whoComesWithoutAUserPassesAsWhoeverSignsIn() async throws {
    let shop = Shop(user: nil)
    let work = shop.start("a")
    await shop.waits(1)
    shop.signIn(as: "bao")
    #expect(try await work.value == "A")
  }

  @Test func signingOutCancelsWhatWaits() async throws {
    let shop = Shop()
    let work = shop.start("a")
    await shop.waits(1)
    shop.gate.signedOut()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(!shop.gate.isNeeded)
  }

  @Test func aScreenThatClosesNeedNotWait() async throws {
    let shop = Shop()
    let work = shop.start("a")
    await shop.waits(1)
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(shop.gate.waitingCount == 0)
    #expect(shop.gate.isNeeded, "the sheet stays: somebody is reading it")
    shop.signIn()
  }

  @Test func cancelledWorkDoesNotBeginToWait() async throws {
    let shop = Shop()
    let work = shop.start("a")
    work.cancel()
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(shop.sheets == 0)
  }

  @Test func otherFailuresAreTheScreensOwn() async {
    let shop = Shop()
    await #expect(throws: Failure(.offline)) { try await shop.gate.pass { throw Failure(.offline) } }
    #expect(shop.sheets == 0)
  }

  @Test func aSignInThatIsRefusedAgainIsAskedForAgain() async throws {
    let shop = Shop()
    let work = shop.start("a")
    await shop.waits(1)
    shop.gate.signedIn(as: "ann")  // NB: the server does not agree.
    await shop.waits(1)
    #expect(shop.sheets == 2)
    shop.signIn()
    #expect(try await work.value == "A")
  }

  @Test func aFormThatIsBeingSentGoesOnWithWhatWasThereAtTheTap() async {
    let shop = Shop()
    let name = Field("jane", .required)
    let form = FieldGroup(["name": name]) {
      name.value
    } send: { draft in
      try await shop.gate.pass { try await shop.ask(draft) }
    }
    form.submit.run()
    await shop.waits(1)
    #expect(form.submit.isRunning && form.message == nil)
    name.value = "jane austen"
    shop.signIn()
    await form.submit.finished()
    #expect(form.submit.output == "JANE" && name.value == "jane austen" && form.isDirty)
  }

  @Test func aFormWhoseSignInIsRefusedKeepsItsText() async {
    let shop = Shop()
    let name = Field("", .required)
    let form = FieldGroup(["name": name]) {
      name.value
    } send: { draft in
      try await shop.gate.pass { try await shop.ask(draft) }
    }
    name.value = "jane"
    form.submit.run()
    await shop.waits(1)
    shop.gate.refuse()
    await form.submit.finished()
    #expect(name.value == "jane" && form.isDirty && form.submit.canRun)
    #expect(form.message == "Please sign in")
  }

  @Test func aListShowsTheSignInAndLoadsAfterIt() async {
    struct Row: Identifiable, Equatable, Sendable { let id: String }
    let shop = Shop()
    let rows = Pager<Everything, Row>(load: { _ in
      Page([Row(id: try await shop.gate.pass { try await shop.ask("a") })], isLast: true)
    })
    let load = Task { await rows.refresh() }
    await shop.waits(1)
    #expect(rows.page == .loading)
    shop.gate.refuse()
    await load.value
    #expect(rows.page == .message(StateMessage(.signIn, title: "Please sign in", action: "Sign in")))
    rows.retry()
    await shop.waits(1)
    shop.signIn()
    await rows.settled()
    #expect(rows.rows.map(\.id) == ["A"] && shop.sheets == 2)
  }

  @Test func whatWasSavedShowsWhileTheSheetIsOpenAndTheRestFollows() async {
    struct Row: Identifiable, Equatable, Sendable { let id: String }
    let shop = Shop()
    let rows = Pager<Everything, Row>(deliveries: { _ in
      shop.gate.pass(
        Deliveries(
          { Delivery(Page([Row(id: "saved")], isLast: true), from: .cache) },
          { Delivery(Page([Row(id: try await shop.ask("fresh"))], isLast: true), from: .network) }))
    })
    let load = Task { await rows.refresh() }
    await shop.waits(1)
    #expect(rows.rows.map(\.id) == ["saved"] && rows.isLoading)
    shop.signIn()
    await load.value
    #expect(rows.rows.map(\.id) == ["FRESH"] && shop.sheets == 1 && rows.toast == nil)
  }

  @Test func aScreenIsReleasedWhileItsWorkWaits() async {
    let shop = Shop()
    await expectReleased {
      let form = FieldGroup(["name": Field("jane")]) {
        "jane"
      } send: { draft in
        try await shop.gate.pass { try await shop.ask(draft) }
      }
      form.submit.run()
      await shop.waits(1)
      return form
    }
    await shop.waits(0)
  }
}
