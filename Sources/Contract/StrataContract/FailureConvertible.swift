// Part of Strata.
// SPDX-License-Identifier: MIT

/// An error that says itself which ``Failure`` it is.
///
/// Conform your own errors where they are declared; then every screen shows them right.
///
/// ```swift
/// struct CartError: FailureConvertible {
///   var failure: Failure { Failure(.business(code: "sold-out"), message: "Sold out.") }
/// }
/// ```
public protocol FailureConvertible: Error {
  /// The failure a screen shows for this error.
  var failure: Failure { get }
}
