// Part of Strata.
// SPDX-License-Identifier: MIT

/// A book as a list shows it.
public struct Book: Codable, Hashable, Identifiable, Sendable {
  /// The shop's own name of the book, such as `the-hobbit`.
  public let id: String
  /// The title in the language of the edition.
  public let title: String
  /// The authors, first to last.
  public let authors: [String]
  /// The year of the first publication; negative before our era.
  public let year: Int
  /// The language as a BCP 47 code, such as `en`.
  public let language: String
  /// Who published it first, if that is known.
  public let publisher: String?
  /// How many pages a common edition has, if that is known.
  public let pages: Int?
  /// What it is about, in one word.
  public let subject: String
  /// What the shop asks for it.
  public let price: Price
  /// Where its cover is, below the server's address.
  public let cover: String

  /// Makes a book.
  public init(
    id: String, title: String, authors: [String], year: Int, language: String, publisher: String? = nil,
    pages: Int? = nil, subject: String, price: Price, cover: String
  ) {
    self.id = id
    self.title = title
    self.authors = authors
    self.year = year
    self.language = language
    self.publisher = publisher
    self.pages = pages
    self.subject = subject
    self.price = price
    self.cover = cover
  }

  /// A book with its price in two fields, as the server writes it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try fields.decode(String.self, forKey: .id), title: try fields.decode(String.self, forKey: .title),
      authors: try fields.decode([String].self, forKey: .authors), year: try fields.decode(Int.self, forKey: .year),
      language: try fields.decode(String.self, forKey: .language),
      publisher: try fields.decodeIfPresent(String.self, forKey: .publisher),
      pages: try fields.decodeIfPresent(Int.self, forKey: .pages),
      subject: try fields.decode(String.self, forKey: .subject), price: try Price(from: decoder),
      cover: try fields.decode(String.self, forKey: .cover))
  }

  /// The fields that the server writes.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encode(authors, forKey: .authors)
    try fields.encode(year, forKey: .year)
    try fields.encode(language, forKey: .language)
    try fields.encodeIfPresent(publisher, forKey: .publisher)
    try fields.encodeIfPresent(pages, forKey: .pages)
    try fields.encode(subject, forKey: .subject)
    try price.encode(to: encoder)
    try fields.encode(cover, forKey: .cover)
  }

  private enum CodingKeys: String, CodingKey {
    case id, title, authors, year, language, publisher, pages, subject, cover
  }
}
