// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataRequest
public import StrataStore

/// The covers of the server; one that was loaded is kept for 30 days and never asked for again in that time.
public struct CoverService: CoverLoading {
  private let client: Client
  private let covers: StoreCollection<String, Data>
  private let report: @Sendable (any Error) -> Void

  /// Makes the service.
  ///
  /// - Parameters:
  ///   - client: Asks the server.
  ///   - store: Keeps the pictures.
  ///   - report: Told when the store fails. Default: nobody.
  public init(client: Client, store: Store, report: @escaping @Sendable (any Error) -> Void = { _ in }) {
    self.client = client
    self.report = report
    covers = store.collection("covers", of: Data.self, encoding: .raw)
  }

  /// The kept cover, or else the server's, which is kept.
  @concurrent public func cover(of book: Book, width: Int) async throws -> Data {
    let key = "\(width)/\(book.cover)"
    do { if let saved = try covers.value(for: key) { return saved } } catch { report(error) }
    let cover = try await client.send(.data(book.cover, query: ["width": width]).priority(.low))
    do { try await covers.put(cover, for: key, expires: .aMonth) } catch { report(error) }
    return cover
  }
}
