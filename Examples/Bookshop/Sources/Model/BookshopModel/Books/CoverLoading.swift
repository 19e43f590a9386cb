// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Loads the pictures of books.
public protocol CoverLoading: Sendable {
  /// The cover of a book as PNG data, `width` pixels wide.
  func cover(of book: Book, width: Int) async throws -> Data
}
