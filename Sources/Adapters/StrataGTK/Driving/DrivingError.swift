#if GTK
// Part of Strata.
// SPDX-License-Identifier: MIT

public import StrataContract

/// Why a test could not do to a widget what its user would.
nonisolated public enum DrivingError: Error, Hashable, FailureConvertible, CustomStringConvertible {
  /// No widget below has the name, text or label.
  case notFound(name: String)
  /// The widget is not on screen, or does not accept input.
  case outOfReach(name: String)
  /// The widget is not a field.
  case noField(name: String)
  /// Nothing could be drawn, or the file could not be written.
  case noPicture(name: String)

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .notFound(let name): "There is no \(name). Set a widget's name, or wait until it is there."
    case .outOfReach(let name): "\(name) is hidden or insensitive, and no user could use it. Wait until it is ready."
    case .noField(let name): "Nothing can be typed into \(name). Name an Entry or a SearchEntry."
    case .noPicture(let name): "\(name) gave no picture. Present its window, and name a folder that exists."
    }
  }

  /// Unexpected, and trying again does not help.
  public var failure: Failure { Failure(.unexpected, isRetryable: false, underlying: self) }
}
#endif
