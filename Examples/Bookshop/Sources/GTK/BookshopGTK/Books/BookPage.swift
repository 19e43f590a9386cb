// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataGTK

/// The page of one book. What the list knew stands at once; the rest has its own states below it.
enum BookPage {
  static func make(_ model: BookDetailModel, covers: any CoverLoading) -> NavigationPage {
    let cover = Picture(width: 160, height: 240)
    cover.show(id: model.book.cover) { try await covers.cover(of: model.book, width: 320) }

    let title = TextLabel(lines: nil, isSelectable: true).styled("title-1")
    title.bind { model.row.title }
    let authors = TextLabel(lines: nil).styled("title-4", "dim-label")
    authors.bind { model.row.authors }
    let price = TextLabel().styled("title-3", "numeric")
    price.bind { model.row.price }
    let facts = TextLabel(lines: nil)
    facts.bind { model.facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n") }
    let about = TextLabel(lines: nil, isSelectable: true).named("about").placed(vertical: .start)
    about.bind { model.about }

    let pages = StatePages(content: about)
    pages.bind(model.detail)
    let words = Box(.vertical, spacing: 9, [title, authors, price, facts]).expanding(vertical: false)
    let top = Box(.horizontal, spacing: 18, [cover.placed(vertical: .start), words])
    let content = Box(.vertical, spacing: 18, [top, pages.expanding()]).margins(18)
    return NavigationPage(model.row.title, content: ScrolledWindow(content))
  }
  /// The page behind a link, until the book is found.
  static func make(_ model: BookLinkModel) -> NavigationPage {
    let pages = StatePages(content: Box(.vertical, spacing: 0, []))
    pages.bind(model.book)
    return NavigationPage("", content: pages.expanding())
  }
}
