// Part of Strata.
// SPDX-License-Identifier: MIT

import StrataBinding
import StrataContract
import StrataPresentation
import StrataTesting
import Testing

/// Random users, servers and sign-ins, and what must hold whatever they do.
@MainActor @Suite(.timeLimit(.minutes(10))) struct FieldGroupSequenceTests {
  /// A form of two fields behind a sign-in, and a server that keeps what it took.
  @MainActor private final class Shop {
    let name = Field("", .required)
    let code = Field("", .length(2...))
    let gate = SignInGate(user: "ann") {}
    let door = Gate()
    var isSignedIn = true
    var kept = ["", ""]
    var taken = 0
    var answers: [Failure?] = []
    private(set) var form: FieldGroup<[String], Int>!

    init() {
      form = FieldGroup(["name": name, "code": code]) { [name, code] in
        [name.value, code.value]
      } send: { [unowned self] draft in
        try await gate.pass { try await self.take(draft) }
      }
    }

    private func take(_ draft: [String]) async throws -> Int {
      try await door.pass()
      guard isSignedIn else { throw Failure(.signedOut) }
      if let failure = answers.popLast() ?? nil { throw failure }
      kept = draft
      taken += 1
      return taken
    }
  }

  private let refusals: [Failure?] = [
    nil, Failure(.offline), Failure(.business(code: "1"), fields: ["code": "Taken."]),
    Failure(.business(code: "2"), message: "No.", fields: ["area": "Unknown."]), Failure(.server(status: 500)),
  ]

  @Test func whateverHappensNothingTypedIsLostAndNothingIsSentTwice() async {
    for seed in 0..<Soak.count(200, full: 20_000) {
      var random = Random(seed: UInt64(seed))
      let shop = Shop()
      var typed = ["", ""]
      for _ in 0..<30 {
        await step(shop, &random, &typed)
        #expect([shop.name.value, shop.code.value] == typed, "seed \(seed)")
        #expect([shop.name.saved, shop.code.saved] == shop.kept || shop.form.submit.isRunning, "seed \(seed)")
        #expect(shop.form.isDirty == (typed != [shop.name.saved, shop.code.saved]), "seed \(seed)")
        #expect(!shop.kept[0].isEmpty || shop.taken == 0, "seed \(seed): an invalid form was sent")
      }
      await end(shop)
      #expect(!shop.form.isDirty && shop.kept == [shop.name.value, shop.code.value], "seed \(seed)")
    }
  }

  private func step(_ shop: Shop, _ random: inout Random, _ typed: inout [String]) async {
    switch random.below(9) {
    case 0, 1:
      typed[0] = ["", " ", "jane", "jane a"][random.below(4)]
      shop.name.value = typed[0]
    case 2:
      typed[1] = ["", "a", "ab", "abc"][random.below(4)]
      shop.code.value = typed[1]
    case 3, 4: shop.form.submit.run()
    case 5:
      shop.answers.append(refusals[random.below(refusals.count)])
      shop.door.open()
      if shop.isSignedIn { await shop.form.submit.finished() }
      shop.door.close()
    case 6: shop.isSignedIn = false
    case 7:
      shop.isSignedIn = true
      shop.gate.signedIn(as: "ann")
    default: shop.gate.refuse()
    }
    for _ in 0..<random.below(4) { await Task.yield() }
  }

  /// In the end somebody signs in, fills in what is missing, and sends it.
  private func end(_ shop: Shop) async {
    shop.isSignedIn = true
    shop.gate.signedIn(as: "ann")
    shop.answers = []
    shop.door.open()
    await shop.form.submit.finished()
    (shop.name.value, shop.code.value) = ("jane austen", "abcd")
    shop.form.submit.run()
    await shop.form.submit.finished()
  }
}
