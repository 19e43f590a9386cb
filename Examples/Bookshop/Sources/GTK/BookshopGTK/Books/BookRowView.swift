// Part of Strata.
// SPDX-License-Identifier: MIT

import BookshopModel
import BookshopPresentation
import StrataGTK

/// A row of the list: cover, title, authors, year and price.
final class BookRowView: RowView {
  let root: Box
  private let covers: any CoverLoading
  private let cover = Picture(width: 48, height: 72)
  private let title = TextLabel(lines: 2).styled("heading")
  private let authors = TextLabel().styled("dim-label")
  private let price = TextLabel().styled("numeric").placed(horizontal: .end)
  private let year = TextLabel().styled("dim-label", "caption").placed(horizontal: .end)

  init(covers: any CoverLoading) {
    self.covers = covers
    let names = Box(.vertical, spacing: 3, [title, authors]).placed(vertical: .center).expanding(vertical: false)
    let figures = Box(.vertical, spacing: 3, [price, year]).placed(vertical: .center)
    root = Box(.horizontal, spacing: 12, [cover, names, figures]).margins(horizontal: 6, vertical: 3)
  }

  func show(_ row: BookRow) {
    title.text = row.title
    authors.text = row.authors
    price.text = row.price
    year.text = row.year
    cover.show(id: row.book.cover) { [covers] in try await covers.cover(of: row.book, width: 96) }
  }

  func clear() { cover.clear() }
}
