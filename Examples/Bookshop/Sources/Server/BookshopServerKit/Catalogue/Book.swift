// Part of Strata.
// SPDX-License-Identifier: MIT

/// A book of the shop, as lists show it. What nobody knows for certain is nil.
public struct Book: Hashable, Sendable, Encodable {
  /// The shop's own name of the book, such as `the-hobbit`: lowercase letters, digits and hyphens.
  public let id: String
  /// The title by which English readers know it.
  public let title: String
  /// At least one, first to last.
  public let authors: [String]
  /// Of the first publication, or of the writing where nothing was printed yet; negative before our era.
  public let year: Int
  /// The language it was written in, as a BCP 47 code.
  public let language: String
  /// Who published it first.
  public let publisher: String?
  /// Of a common edition.
  public let pages: Int?
  /// What it is about, in a word or two.
  public let subject: String

  /// What the shop asks for it, in euros: `18.90`.
  public var price: String {
    let hash = id.stableHash
    return "\(6 + (pages ?? 240) / 40 + Int(hash % 7)).\(hash & 8 == 0 ? "90" : "50")"
  }

  /// Where its cover is, below the server's address.
  public var cover: String { "/covers/\(id)" }

  /// Writes every field, and null for what is not known.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(title, forKey: .title)
    try fields.encode(authors, forKey: .authors)
    try fields.encode(year, forKey: .year)
    try fields.encode(language, forKey: .language)
    try fields.encode(publisher, forKey: .publisher)
    try fields.encode(pages, forKey: .pages)
    try fields.encode(subject, forKey: .subject)
    try fields.encode(price, forKey: .price)
    try fields.encode("EUR", forKey: .currency)
    try fields.encode(cover, forKey: .cover)
  }

  private enum Key: CodingKey {
    case id, title, authors, year, language, publisher, pages, subject, price, currency, cover
  }
}

extension String {
  /// The same in every run, unlike `hashValue`: FNV-1a, 64 bits.
  var stableHash: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
