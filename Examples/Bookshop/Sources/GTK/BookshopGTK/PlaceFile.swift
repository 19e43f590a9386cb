// Part of Strata.
// SPDX-License-Identifier: MIT

public import Foundation

/// Keeps where the user is in a file, so that they find the same page after the process was killed.
@MainActor public final class PlaceFile {
  private let file: URL
  private let report: @Sendable (any Error) -> Void
  private var latest: Data?
  private var writing: Task<Void, Never>?

  /// Makes it.
  ///
  /// - Parameters:
  ///   - folder: The folder of the app's files.
  ///   - report: Told when the file cannot be written; the app goes on.
  public init(in folder: URL, report: @escaping @Sendable (any Error) -> Void) {
    file = folder.appending(path: "place.json")
    self.report = report
  }

  /// What was kept last; `nil` at the first start.
  public func read() -> Data? { try? Data(contentsOf: file) }

  /// Keeps a place in place of the last one. Of many in a row only the last is sure to be written.
  public func keep(_ place: Data?) {
    latest = place
    guard writing == nil else { return }
    writing = Task {
      while let place = latest {
        latest = nil
        await Self.write(place, to: file, report)
      }
      writing = nil
    }
  }

  /// Returns when the last place is written.
  public func written() async { await writing?.value }

  @concurrent private static func write(_ place: Data, to file: URL, _ report: @Sendable (any Error) -> Void) async {
    do { try place.write(to: file, options: .atomic) } catch { report(error) }
  }
}
