// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import BookshopPresentation
public import Foundation
import StrataBinding
public import StrataGTK
import StrataPresentation

/// The app's window: three tabs, a page for each route on top of them, and the sheet that signs in.
@MainActor public struct BookshopWindow {
  /// The window itself.
  public let window: ApplicationWindow
  /// What it shows.
  public let app: AppModel

  /// Makes the window, which goes on where its user was, or where a link leads.
  ///
  /// - Parameters:
  ///   - services: What the screens need.
  ///   - place: Where the user was.
  ///   - link: The link that the app was started with. Default: none.
  public init(services: BookshopServices, place: PlaceFile, opening link: URL? = nil) {
    let app = AppModel(services: services)
    let tabs = TabStack<BookshopRoute>()
    tabs.add(
      .books, title: "Books", icon: "system-search-symbolic",
      content: BooksPage.make(app.books, covers: services.covers))
    tabs.add(
      .addresses, title: app.addresses.title, icon: "mark-location-symbolic", content: AddressesPage.make(app.addresses)
    )
    tabs.add(.me, title: app.me.title, icon: "avatar-default-symbolic", content: MePage.make(app.me))
    tabs.bind(app.router)
    let navigator = Navigator(root: tabs)
    navigator.bind(app.router) { Self.page($0, app, covers: services.covers) }
    window = ApplicationWindow(app.books.title, width: 560, height: 720, content: navigator)
    window.bind(app.router) { _ in SignInPage.make(app.signIn()) }
    // NB: a deletion that can still be undone is sent before the window goes.
    window.onClose {
      await app.addresses.finish()
      await place.written()
    }
    self.app = app
    app.start(at: place.read(), opening: link)
    observe {
      app.router.snapshot
    } apply: { _ in
      place.keep(try? app.snapshot())
    }
    .store(in: window.tokens)
  }

  private static func page(_ route: BookshopRoute, _ app: AppModel, covers: any CoverLoading) -> NavigationPage {
    switch route {
    case .book(.book(let book)):
      let model = app.page(of: book)
      Task { await model.start() }
      return BookPage.make(model, covers: covers)
    case .book(.link(let id)):
      let model = app.page(of: id)
      Task { await model.start() }
      return BookPage.make(model)
    case .address(let address):
      let model = app.form(of: address)
      model.start()
      return AddressFormPage.make(model)
    case .books, .addresses, .me, .signIn:
      preconditionFailure("\(route) is a tab or a sheet, and on no path")
    }
  }
}
