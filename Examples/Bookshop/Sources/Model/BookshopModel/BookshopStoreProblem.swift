// Part of Strata.
// SPDX-License-Identifier: MIT

/// What went wrong with the app's file, and what the app does about it.
public struct BookshopStoreProblem: Error, CustomStringConvertible {
  /// A sentence for who started the app.
  public let description: String
  /// What the store said.
  public let underlying: any Error

  init(_ sentence: String, _ underlying: any Error) {
    description = "\(sentence) (\(underlying))"
    self.underlying = underlying
  }
}
