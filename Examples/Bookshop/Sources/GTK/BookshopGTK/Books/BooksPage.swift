// Part of Strata.
// SPDX-License-Identifier: MIT

public import BookshopModel
public import BookshopPresentation
public import StrataGTK
import StrataPresentation

/// The first page: a search field over the list, its states and its footer.
public enum BooksPage {
  /// Makes the page of a model.
  public static func make(_ model: BookSearchModel, covers: any CoverLoading) -> NavigationPage {
    let search = SearchEntry(placeholder: model.prompt).named("search")
    search.bind(text: \.query, of: model.books)

    let list = ListView { BookRowView(covers: covers) }
    list.bind(model.books, content: { BookRow($0) }, onActivate: model.open)

    let pages = StatePages(content: list)
    pages.bind(model.books)

    let content = Box(.vertical, spacing: 0, [search.margins(12), pages.expanding()])
    let page = NavigationPage(model.title, end: [PushButton(refreshing: model.books)], content: content)
    page.header.bind(subtitle: { model.summary })
    page.bind(refreshKeys: model.books)
    return page
  }
}
