// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataRequest
public import StrataStore

/// What the app's screens need, made once in the app's root.
public struct BookshopServices: Sendable {
  /// Finds books.
  public var searching: any BookSearching
  /// Reads one book.
  public var reading: any BookReading
  /// Loads covers.
  public var covers: any CoverLoading

  /// Makes a set of services of any kind.
  public init(searching: any BookSearching, reading: any BookReading, covers: any CoverLoading) {
    self.searching = searching
    self.reading = reading
    self.covers = covers
  }

  /// The services of a real server and a real file.
  ///
  /// - Parameters:
  ///   - client: Asks the server.
  ///   - store: Keeps the answers.
  ///   - report: Told when the store fails.
  public static func live(client: Client, store: Store, report: @escaping @Sendable (any Error) -> Void) -> Self {
    let books = BookService(client: client, store: store, report: report)
    return Self(
      searching: books, reading: books, covers: CoverService(client: client, store: store, report: report))
  }
}
