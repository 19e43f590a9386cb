// Part of Strata.
// SPDX-License-Identifier: MIT

import Foundation
import StrataBinding
import StrataPresentation
import StrataTesting
import Testing

private enum BookRoute: Hashable, Codable { case list, book(Int) }
private enum MeRoute: Hashable, Codable { case me, name }
private enum AppRoute: Hashable, Codable {
  case books(BookRoute)
  case me(MeRoute)
  case signIn
}

@MainActor @Suite struct RouterScopingTests {
  private let app = Router<AppRoute>(root: .books(.list))

  private var books: Router<BookRoute> {
    app.scoped(to: AppRoute.books) { if case .books(let route) = $0 { route } else { nil } }
  }
  private var me: Router<MeRoute> {
    app.scoped(to: AppRoute.me) { if case .me(let route) = $0 { route } else { nil } }
  }

  @Test func aFeatureGoesWhereItKnowsAndTheAppFollows() {
    books.push(.book(1))
    books.push(.book(1))
    me.push(.name)
    #expect(app.path == [.books(.book(1)), .me(.name)])
  }

  @Test func aFeatureSeesItsOwnPagesOnTopAlone() {
    app.path = [.books(.book(1)), .me(.name), .books(.book(2)), .books(.book(3))]
    #expect(books.path == [.book(2), .book(3)])
    #expect(me.path == [])
  }

  @Test func aFeatureCannotTakeAnothersPageAway() {
    app.path = [.books(.book(1)), .me(.name)]
    books.pop()
    books.popToRoot()
    #expect(app.path == [.books(.book(1)), .me(.name)])
    me.pop()
    #expect(app.path == [.books(.book(1))])
    books.popToRoot()
    #expect(app.path == [])
  }

  @Test func writingAPathReplacesTheFeaturesPartOnly() {
    app.path = [.me(.name), .books(.book(1))]
    books.path = [.book(7), .book(8)]
    #expect(app.path == [.me(.name), .books(.book(7)), .books(.book(8))])
  }

  @Test func sheetsOfOthersStayOpen() {
    books.present(.book(1))
    app.present(.signIn)
    #expect(books.sheet == nil)
    books.dismiss()
    #expect(app.sheets == [.books(.book(1)), .signIn])
    app.dismiss(.signIn)
    books.dismiss()
    #expect(app.sheets.isEmpty)
  }

  @Test func theRootIsTheFeaturesOnlyWhileItIsOnScreen() {
    #expect(books.root == .list && me.root == nil)
    me.root = .me
    #expect(app.root == .me(.me) && books.root == nil)
    books.push(.book(1))
    #expect(app.root == .me(.me), "going on leaves it")
  }

  @Test func questionsAreShared() {
    let question = RouterAlert("Delete?", choices: .cancel("No"))
    books.alert = question
    #expect(app.alert == question && me.alert == question)
    me.answer()
    #expect(app.alert == nil)
  }

  @Test func aPartOfAPartWorksLikeOne() {
    let numbers = books.scoped(to: BookRoute.book) { if case .book(let id) = $0 { id } else { nil } }
    numbers.push(4)
    #expect(app.path == [.books(.book(4))] && numbers.path == [4])
  }

  @Test func whatAnAppDoesIsSeenByTheFeature() {
    var seen: [[BookRoute]] = []
    let books = books
    let token = observe {
      books.path
    } apply: {
      seen.append($0)
    }
    app.path = [.books(.book(1))]
    UpdateLoop.main.flush()
    #expect(seen == [[], [.book(1)]])
    token.cancel()
  }

  @Test func theFeatureHoldsTheAppsRouterAndNotTheOtherWayRound() {
    let app = Router<AppRoute>()
    expectReleased {
      app.scoped(to: AppRoute.books) { if case .books(let route) = $0 { route } else { nil } }
    }
    weak var held: Router<AppRoute>?
    let books: Router<BookRoute> = {
      let app = Router<AppRoute>()
      held = app
      return app.scoped(to: AppRoute.books) { if case .books(let route) = $0 { route } else { nil } }
    }()
    books.push(.list)
    #expect(held?.path == [.books(.list)])
  }
}
