// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import Foundation
import StrataBinding
import StrataContract
import StrataPresentation
import StrataScripted
import StrataTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AppModelTests {
  @Test func booksNeedNobody() async {
    let floor = ShopFloor(.signedOut)
    await floor.start()
    await floor.until { floor.app.books.books.rows.count == 2 }
    #expect(floor.app.router.snapshot == RouterPlace(root: .books))
  }

  @Test func aTabThatNeedsAUserAsksAndLoadsAfterTheSignIn() async {
    let floor = ShopFloor(.signedOut, [address("home")])
    await floor.start()
    floor.app.router.root = .addresses
    await floor.until { floor.app.gate.waitingCount == 1 }
    #expect(floor.app.router.sheets == [.signIn] && floor.app.addresses.addresses.page == .loading)
    await floor.signIn()
    await floor.until { floor.rows.count == 1 }
    #expect(floor.app.router.sheets == [])
  }

  @Test func closingTheSheetLeavesAPageWithAButtonThatAsksAgain() async {
    let floor = ShopFloor(.signedOut, [address("home")])
    await floor.start()
    floor.app.router.root = .addresses
    await floor.until { floor.app.gate.waitingCount == 1 }
    floor.app.router.sheet = nil
    await floor.until { floor.app.addresses.addresses.page != .loading }
    guard case .message(let message) = floor.app.addresses.addresses.page else {
      Issue.record("no message")
      return
    }
    #expect(message.kind == .signIn && message.title == "Sign in to see your addresses")
    floor.app.addresses.addresses.retry()
    await floor.until { floor.app.router.sheets == [.signIn] }
    await floor.signIn()
    await floor.until { floor.rows.count == 1 }
  }

  // MARK: - A token that expires in the middle of the work of each screen

  @Test func aListLoadsAfterOneSheet() async {
    let floor = ShopFloor(.signedIn(ann), [address("home")])
    await floor.start()
    floor.signingIn.expire()
    floor.app.router.root = .addresses
    floor.app.me.load()
    await floor.until { floor.app.gate.waitingCount == 2 }
    #expect(floor.app.router.sheets == [.signIn], "one, for two requests and the session")
    await floor.signIn()
    await floor.until { floor.rows.count == 1 && !floor.app.me.work.isRunning("account") }
    #expect(floor.app.router.sheets == [] && floor.app.addresses.addresses.toast == nil)
  }

  @Test func aFormIsSentAfterTheSheetWithWhatWasThereAtTheTap() async {
    let floor = ShopFloor(.signedIn(ann), [address("home")])
    await floor.start()
    floor.app.router.root = .addresses
    await floor.until { floor.rows.count == 1 }
    floor.app.addresses.handle(RowEvent(.edit, on: "home"))
    let form = floor.app.form(of: floor.rows[0])
    form.street.value = "5 Hill Road"
    floor.signingIn.expire()
    form.form.submit.run()
    await floor.until { floor.app.gate.waitingCount == 1 }
    #expect(floor.app.router.sheets == [.signIn] && floor.app.router.path == [.address(address("home"))])
    #expect(form.street.value == "5 Hill Road" && form.form.submit.isRunning)
    await floor.signIn()
    await form.form.submit.finished()
    #expect(floor.server.rows.map(\.street) == ["5 Hill Road"] && floor.rows.map(\.street) == ["5 Hill Road"])
    #expect(floor.app.router.path == [], "the form has closed")
  }

  @Test func aFormWhoseSheetIsClosedKeepsItsTextAndIsOneTapAway() async {
    let floor = ShopFloor(.signedIn(ann), [address("home")])
    await floor.start()
    let form = floor.app.form(of: address("home"))
    form.street.value = "5 Hill Road"
    floor.signingIn.expire()
    form.form.submit.run()
    await floor.until { floor.app.gate.waitingCount == 1 }
    floor.app.router.dismiss()
    await floor.until { !floor.app.gate.isNeeded }
    await form.form.submit.finished()
    #expect(form.street.value == "5 Hill Road" && form.form.isDirty && form.form.submit.canRun)
    form.form.submit.run()
    await floor.until { floor.app.router.sheets == [.signIn] }
    await floor.signIn()
    await form.form.submit.finished()
    #expect(floor.server.rows.map(\.street) == ["5 Hill Road"])
  }

  @Test func anOptimisticDefaultStandsAcrossTheSheet() async {
    let floor = ShopFloor(.signedIn(ann), [address("home", isDefault: true), address("work")])
    await floor.start()
    await floor.app.addresses.addresses.refresh()
    floor.signingIn.expire()
    floor.app.addresses.handle(RowEvent(.makeDefault, on: "work"))
    await floor.until { floor.app.gate.waitingCount == 1 }
    #expect(floor.rows.map(\.isDefault) == [false, true])
    await floor.signIn()
    await floor.app.addresses.makeDefault.finished()
    #expect(floor.server.rows.filter(\.isDefault).map(\.id) == ["work"])
  }

  @Test func aDeletionIsSentAfterTheSheet() async {
    let floor = ShopFloor(.signedIn(ann), [address("home"), address("work")])
    await floor.start()
    await floor.app.addresses.addresses.refresh()
    floor.app.addresses.delete("work")
    floor.signingIn.expire()
    floor.clock.advance(by: AddressesModel.undoTime)
    await floor.until { floor.app.gate.waitingCount == 1 }
    #expect(floor.rows.map(\.id) == ["home"])
    await floor.signIn()
    await floor.app.addresses.finish()
    #expect(floor.server.rows.map(\.id) == ["home"])
  }

  @Test func anotherUserFindsNothingOfTheFirst() async {
    let floor = ShopFloor(.signedIn(ann), [address("home", isDefault: true), address("work")])
    await floor.start()
    floor.app.router.root = .addresses
    await floor.until { floor.rows.count == 2 }
    floor.app.addresses.handle(RowEvent(.edit, on: "home"))
    let form = floor.app.form(of: floor.rows[0])
    form.street.value = "Ann's new street"
    floor.signingIn.expire()
    form.form.submit.run()
    floor.app.addresses.handle(RowEvent(.makeDefault, on: "work"))
    await floor.until { floor.app.gate.waitingCount == 2 }
    await floor.signIn(as: bao)
    await form.form.submit.finished()
    await floor.app.addresses.makeDefault.finished()
    #expect(floor.app.router.path == [], "the form was Ann's")
    #expect(!floor.wire.calls.contains { $0.hasPrefix("save") && $0 != "save Ann" })
    #expect(floor.server.rows.map(\.street) == ["home Lake Road", "work Lake Road"])
    #expect(floor.server.rows.map(\.isDefault) == [true, false])
  }

  // MARK: - Signing out

  @Test func signingOutTakesAwayWhatWasTheUsersAfterSendingWhatWaited() async {
    let floor = ShopFloor(.signedIn(ann), [address("home"), address("work")])
    await floor.start()
    floor.app.router.root = .addresses
    await floor.until { floor.rows.count == 2 }
    floor.app.addresses.delete("work")
    await floor.until { floor.rows.count == 1 }
    floor.app.router.push(.book(.link("emma")))
    floor.app.router.push(.address(nil))
    floor.app.me.signOut()
    floor.app.router.answer(floor.app.router.alert?.choices.last)
    await floor.until { floor.app.router.path == [.book(.link("emma"))] }
    #expect(floor.server.rows.map(\.id) == ["home"], "the deletion was not lost")
    #expect(floor.rows == [] && floor.app.router.sheets == [])
  }

  // MARK: - Links

  @Test func aLinkToABookBringsItsPage() async {
    let floor = ShopFloor(.signedOut)
    await floor.start(opening: "bookshop://books/emma")
    #expect(floor.app.router.path == [.book(.link("emma"))])
    let page = floor.app.page(of: "emma")
    await page.start()
    guard case .book(.book(let book))? = floor.app.router.path.last else {
      Issue.record("no book")
      return
    }
    #expect(book.title == "Emma" && floor.app.router.path.count == 1)
  }

  @Test func aLinkToNoBookIsAMessage() async {
    let floor = ShopFloor(.signedOut)
    await floor.start(opening: "https://bookshop.example/books/nothing")
    let page = floor.app.page(of: "nothing")
    await page.start()
    guard case .message(let message) = page.book.page else {
      Issue.record("no message")
      return
    }
    #expect(message.kind == .failure && floor.app.router.path == [.book(.link("nothing"))])
  }

  @Test func anUnknownLinkLeavesTheUserWhereTheyWere() async {
    let floor = ShopFloor(.signedOut)
    await floor.start(opening: "bookshop://cellar")
    #expect(floor.app.open(URL(filePath: "/books/emma")) == .unknown)
    #expect(floor.app.router.snapshot == RouterPlace(root: .books))
  }

  @Test func aLinkThatNeedsAUserIsFollowedAfterTheSignIn() async {
    let floor = ShopFloor(.signedOut, [address("home")])
    await floor.start(opening: "bookshop://addresses/new")
    #expect(floor.app.router.snapshot.path == [] && floor.app.router.sheets == [.signIn])
    await floor.signIn()
    #expect(floor.app.router.snapshot == RouterPlace(root: .addresses, path: [.address(nil)]))
    await floor.until { floor.rows.count == 1 }
  }

  @Test func aLinkIsForgottenWithTheSheet() async {
    let floor = ShopFloor(.signedOut)
    await floor.start(opening: "bookshop://me")
    floor.app.router.dismiss()
    await floor.until { !floor.app.router.hasWaitingLink }
    await floor.signIn()
    #expect(floor.app.router.root == .books)
  }

  // MARK: - After a kill

  @Test func aKilledAppComesBackWhereItWas() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "bookshop-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      let floor = ShopFloor(.signedIn(ann), [address("home")])
      await floor.start()
      floor.app.router.root = .addresses
      floor.app.router.push(.address(address("home")))
      floor.signingIn.expire()
      await floor.until { floor.app.router.sheets == [.signIn] }
      try floor.app.snapshot().write(to: file, options: .atomic)
    }
    let next = ShopFloor(.signedIn(ann), [address("home")])
    await next.start(at: try Data(contentsOf: file))
    #expect(next.app.router.snapshot == RouterPlace(root: .addresses, path: [.address(address("home"))]))
    await next.until { next.rows.count == 1 }
  }

  @Test func whoIsNotSignedInAnyMoreFindsNoPageOfAUser() async throws {
    let before = ShopFloor()
    before.app.router.restore(
      RouterPlace(root: .me, path: [.book(.link("emma")), .address(address("home")), .book(.link("emma"))]))
    let next = ShopFloor(.signedOut)
    await next.start(at: try before.app.snapshot())
    #expect(next.app.router.root == .me && next.app.router.path == [.book(.link("emma"))])
  }

  @Test func aKeptLinkIsFollowedAfterAKillAndASignIn() async throws {
    let before = ShopFloor(.signedOut)
    await before.start(opening: "bookshop://addresses")
    let next = ShopFloor(.signedOut)
    await next.start(at: try before.app.snapshot())
    #expect(next.app.router.sheets == [.signIn])
    await next.signIn()
    #expect(next.app.router.root == .addresses)
  }

  @Test(arguments: ["", "{", "[]", #"{"root":{"cellar":{}},"path":[{"attic":{}}]}"#])
  func whatCannotBeReadIsTheFirstPage(text: String) async {
    let floor = ShopFloor(.signedOut)
    await floor.start(at: Data(text.utf8))
    #expect(floor.app.router.snapshot == RouterPlace(root: .books))
  }

  @Test func closingTheAppReleasesAllOfIt() async {
    weak var addresses: AddressesModel?
    await expectReleased {
      let floor = ShopFloor(.signedIn(ann), [address("home")])
      await floor.start()
      floor.app.router.root = .me
      await floor.until { !floor.app.me.work.isRunning("account") }
      addresses = floor.app.addresses
      return floor.app
    }
    while addresses != nil { await Task.yield() }
  }
}
