// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation
public import StrataStore

extension Store {
  /// Opens the one file in which the app keeps what it showed, and makes it and its folder where they are missing.
  ///
  /// A damaged file is set aside beside the new one and reported. Where no file can be had, the app runs on
  /// memory, so that a full disk or a denied folder costs the saved answers and not the app.
  ///
  /// - Parameters:
  ///   - folder: Where the file is kept.
  ///   - report: Told what went wrong.
  /// - Throws: `StoreError` if not even memory can be had.
  public static func bookshop(
    in folder: URL, report: @escaping @Sendable (any Error) -> Void
  ) throws -> Store {
    var configuration = StoreConfiguration()
    configuration.damage = .setAside { report($0.error) }
    do { return try Store(at: folder.appending(path: "bookshop.sqlite"), configuration) } catch {
      report(error)
      return try Store.inMemory()
    }
  }
}

extension StoreExpiry {
  /// How long the app keeps what it showed.
  static var aMonth: StoreExpiry { .after(.seconds(30 * 86_400)) }
}
