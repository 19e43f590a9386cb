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
    configuration.damage = .setAside {
      report(
        BookshopStoreProblem(
          "The saved answers were damaged and are kept as \($0.location.path). A new file begins.", $0.error))
    }
    let file = folder.appending(path: "bookshop.sqlite")
    do { return try Store(at: file, configuration) } catch {
      report(
        BookshopStoreProblem(
          "Nothing can be saved in \(file.path): the app works, and forgets everything when it ends. "
            + "Set BOOKSHOP_FOLDER to a folder that can be written.", error))
      return try Store.inMemory()
    }
  }
}

extension StoreExpiry {
  /// How long the app keeps what it showed.
  static var aMonth: StoreExpiry { .after(.seconds(30 * 86_400)) }
}
