// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataBinding
import StrataContract
import StrataPresentation
import StrataScripted
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AddressesModelTests {
  private func floor(_ addresses: [Address]) async -> ShopFloor {
    let floor = ShopFloor(.signedIn(ann), addresses)
    await floor.app.addresses.addresses.refresh()
    return floor
  }

  private var two: [Address] { [address("home", isDefault: true), address("work")] }

  @Test func theDefaultChangesAtOnceAndStays() async {
    let floor = await floor(two)
    floor.wire.gate.close()
    floor.app.addresses.events.send(.makeDefault, on: "work")
    await floor.until { floor.rows.map(\.isDefault) == [false, true] }
    #expect(floor.server.rows.map(\.isDefault) == [true, false], "the server has not heard of it")
    floor.wire.gate.open()
    await floor.app.addresses.makeDefault.finished()
    #expect(floor.server.rows.map(\.isDefault) == [false, true])
    #expect(floor.rows.map(\.isDefault) == [false, true] && floor.app.addresses.addresses.toast == nil)
  }

  @Test(arguments: [Failure(.offline), Failure(.business(code: "gone"), message: "This address is gone.")])
  func theDefaultChangesBackWhereTheServerRefuses(failure: Failure) async {
    let floor = await floor(two)
    floor.server.failNext(failure)
    floor.app.addresses.events.send(.makeDefault, on: "work")
    await floor.app.addresses.makeDefault.finished()
    #expect(floor.rows.map(\.isDefault) == [true, false])
    #expect(floor.app.addresses.addresses.takeToast() == Wording.english.text(for: failure))
  }

  @Test func twoDefaultsAreAskedForInTheirOrder() async {
    let floor = await floor([address("a", isDefault: true), address("b"), address("c")])
    for id in ["b", "c", "c"] { floor.app.addresses.events.send(.makeDefault, on: id) }
    await floor.app.addresses.makeDefault.finished()
    #expect(floor.wire.calls == ["list", "default b", "default c"])
    #expect(floor.server.rows.filter(\.isDefault).map(\.id) == ["c"])
  }

  @Test func aDeletionIsSentWhenNobodyUndoesIt() async {
    let floor = await floor(two)
    floor.app.addresses.events.send(.delete, on: "work")
    #expect(floor.app.addresses.deleted?.id == "work")
    await floor.until { floor.rows.map(\.id) == ["home"] }
    floor.clock.advance(by: .milliseconds(4999))
    await floor.turn()
    #expect(floor.wire.calls == ["list"] && floor.app.addresses.addresses.total == 1)
    floor.clock.advance(by: .milliseconds(1))
    await floor.until { floor.wire.calls.last == "delete work" }
    await floor.app.addresses.finish()
    #expect(floor.server.rows.map(\.id) == ["home"])
    #expect(floor.app.addresses.deleted == nil)
  }

  @Test func undoingBringsTheRowBackWhereItWasAndTellsNobody() async {
    let floor = await floor([address("a"), address("b"), address("c")])
    floor.app.addresses.delete("b")
    await floor.until { floor.rows.count == 2 }
    floor.app.addresses.undo()
    await floor.until { floor.rows.count == 3 }
    #expect(floor.rows.map(\.id) == ["a", "b", "c"])
    #expect(floor.app.addresses.deleted == nil && floor.app.addresses.addresses.toast == nil)
    floor.clock.advance(by: .seconds(60))
    await floor.turn()
    #expect(floor.wire.calls == ["list"])
  }

  @Test func aSecondDeletionSendsTheFirst() async {
    let floor = await floor([address("a"), address("b"), address("c")])
    floor.app.addresses.delete("a")
    await floor.until { floor.rows.count == 2 }
    floor.app.addresses.delete("b")
    await floor.until { floor.wire.calls.last == "delete a" }
    #expect(floor.app.addresses.deleted?.id == "b", "the newest can be undone")
    floor.app.addresses.undo()
    await floor.until { floor.rows.map(\.id) == ["b", "c"] }
    #expect(floor.server.rows.map(\.id) == ["b", "c"])
  }

  @Test func aRefusedDeletionBringsTheRowBackWithAToast() async {
    let floor = await floor(two)
    floor.server.failNext(Failure(.offline))
    floor.app.addresses.delete("work")
    await floor.until { floor.rows.count == 1 }
    await floor.app.addresses.finish()
    #expect(floor.rows.map(\.id) == ["home", "work"])
    #expect(floor.app.addresses.addresses.takeToast() == Wording.english.offlineToast)
  }

  @Test func whatIsGoneCannotBeTouched() async {
    let floor = await floor(two)
    for action in AddressAction.allCases { floor.app.addresses.events.send(action, on: "nowhere") }
    await floor.turn()
    #expect(floor.wire.calls == ["list"] && floor.app.addresses.deleted == nil && floor.app.router.path == [])
  }

  @Test func editingAndAddingOpenTheForm() async {
    let floor = await floor(two)
    floor.app.addresses.events.send(.edit, on: "work")
    floor.app.addresses.add()
    #expect(floor.app.router.path == [.address(address("work")), .address(nil)])
  }

  @Test func noAddressesIsAPageThatSaysWhatToDo() async {
    let floor = await floor([])
    #expect(
      floor.app.addresses.addresses.page
        == .message(
          StateMessage(
            .empty, title: "No addresses yet", detail: "Add the place your books should go to.")))
  }

  @Test func rowsThatOutliveTheScreenKeepNothing() async {
    let signingIn = ScriptedSignIn(.signedIn(ann))
    let gate = Gate()
    let wire = SlowAddresses(ScriptedAddresses(signingIn: signingIn, two))
    var events: RowEvents<Address.ID, AddressAction>?
    await expectReleased {
      let model = AddressesModel(
        service: wire, gate: SignInGate {}, router: Router(), events: Mediator(), clock: ManualClock())
      await model.addresses.refresh()
      events = model.events
      model.delete("work")
      while model.addresses.rows.count == 2 { await Task.yield() }
      return model
    }
    events?.send(.delete, on: "home")
    gate.open()
    #expect(wire.calls == ["list"])
  }
}
