// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import BookshopPresentation
public import StrataGTK

/// The app's window: one model, one router, and a page for each route.
@MainActor public struct BookshopWindow {
  /// The window itself.
  public let window: ApplicationWindow
  /// What it shows first.
  public let model: BookSearchModel

  /// Makes the window and starts to load what it shows.
  public init(services: BookshopServices) {
    let model = BookSearchModel(service: services.searching)
    let navigator = Navigator(root: BooksPage.make(model, covers: services.covers))
    navigator.bind(model.router) { route in
      switch route {
      case .book(let book):
        let detail = BookDetailModel(book, service: services.reading)
        Task { await detail.start() }
        return BookPage.make(detail, covers: services.covers)
      case .link(let id):
        let link = BookLinkModel(id, service: services.reading, router: model.router)
        Task { await link.start() }
        return BookPage.make(link)
      }
    }
    self.model = model
    window = ApplicationWindow(model.title, width: 560, height: 720, content: navigator)
    Task { await model.start() }
  }
}
