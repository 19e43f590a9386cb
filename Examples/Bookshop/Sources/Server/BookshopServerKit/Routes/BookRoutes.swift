// Part of Strata.
// SPDX-License-Identifier: MIT

extension Route {
  /// `/v2/books` and `/v2/books/{id}`.
  static func books(_ catalogue: Catalogue) -> [Route] {
    [
      Route("GET", "/v2/books") { call in
        let page = try call.integer("page", in: 1...1_000_000, default: 1)
        let count = try call.integer("count", in: 1...100, default: 20)
        let found = catalogue.search(try call.text("q") ?? "")
        let start = min((page - 1) * count, found.count)
        let books = (start..<min(start + count, found.count)).map { found[$0] }
        return try .json(BookPage(total: found.count, page: page, books: books))
      },
      Route("GET", "/v2/books/:id") { call in
        let id = call.arguments["id"] ?? ""
        guard let place = catalogue.place(of: id) else { throw Problem.unknownBook(id) }
        return try .json(BookDetail(catalogue, place))
      },
    ]
  }
}

private struct BookPage: Encodable {
  let total: Int
  let page: Int
  let books: [Book]
}

/// A book's fields and two more, in one object.
private struct BookDetail: Encodable {
  let book: Book
  let about: String
  let related: [String]

  init(_ catalogue: Catalogue, _ place: Int) {
    book = catalogue[place]
    about = catalogue.about(place)
    related = catalogue.related(to: place).map(\.id)
  }

  func encode(to encoder: any Encoder) throws {
    try book.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(about, forKey: .about)
    try fields.encode(related, forKey: .related)
  }

  private enum Key: CodingKey { case about, related }
}
