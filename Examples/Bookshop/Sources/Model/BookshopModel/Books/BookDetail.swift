// Part of Strata.
// SPDX-License-Identifier: MIT

/// A book as its own page shows it.
public struct BookDetail: Codable, Hashable, Sendable {
  /// What the list shows too.
  public let book: Book
  /// A sentence about it.
  public let about: String
  /// The books that belong to it, by ``Book/id``.
  public let related: [String]

  /// Makes a detail.
  public init(_ book: Book, about: String, related: [String] = []) {
    self.book = book
    self.about = about
    self.related = related
  }

  /// The server writes one flat object.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try Book(from: decoder), about: try fields.decode(String.self, forKey: .about),
      related: try fields.decode([String].self, forKey: .related))
  }

  /// One flat object.
  public func encode(to encoder: any Encoder) throws {
    try book.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(about, forKey: .about)
    try fields.encode(related, forKey: .related)
  }

  private enum CodingKeys: String, CodingKey { case about, related }
}
