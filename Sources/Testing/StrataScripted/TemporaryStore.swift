// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataStore

/// A real store file in a temporary folder of its own, removed when this is released.
///
/// For tests of what survives a reopen, and of several stores on one file. Where neither matters, `Store.inMemory()` does.
///
/// ```swift
/// let file = TemporaryStore()
/// try await file.open().collection("books", of: Book.self).put(book, for: book.id)
/// let saved = try file.open().collection("books", of: Book.self).value(for: book.id)
/// ```
///
/// Safe to use from any task.
public final class TemporaryStore: Sendable {
  /// The folder; it is made with the first store.
  public let folder: URL
  /// The store's file.
  public var url: URL { folder.appending(path: "test.sqlite") }

  /// Picks a new folder.
  public init() {
    folder = FileManager.default.temporaryDirectory.appending(path: "strata-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Opens one more store on the file.
  ///
  /// - Parameter configure: Changes the configuration. Default: nothing.
  /// - Throws: `StoreError`.
  public func open(_ configure: (inout StoreConfiguration) -> Void = { _ in }) throws(StoreError) -> Store {
    var configuration = StoreConfiguration()
    configure(&configuration)
    return try Store(at: url, configuration)
  }
}
