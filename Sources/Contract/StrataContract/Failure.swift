// Part of Strata.
// SPDX-License-Identifier: MIT

/// What went wrong, in the few kinds that a screen can act on.
///
/// Every module's own error translates itself (see ``FailureConvertible``), so
/// `Failure(anyError)` is always right and a screen needs to know no module.
/// Use the module's error where you handle its details; use this where you show them.
///
/// ```swift
/// do { try await load() } catch { model.failure = Failure(error) }
/// ```
///
/// Two failures are equal if a screen would show them alike: `underlying` does not count.
/// Safe to use from any task.
public struct Failure: Error, Hashable, Sendable {
  /// The kinds of failure. S0-27's flags `isNoNetwork` and `isExpiryToken` are two of them.
  public enum Kind: Hashable, Sendable {
    /// No connection could be made, or it was lost.
    case offline
    /// The answer did not come in time.
    case timedOut
    /// The user must sign in, or sign in again.
    case signedOut
    /// The server understood and refused, with the app's own code (S1-13).
    case business(code: String)
    /// The server answered with an HTTP status that means failure.
    case server(status: Int)
    /// The answer, or a saved value, could not be read.
    case unreadable
    /// The device could not save or read: disk full, file damaged, file locked.
    case storage
    /// Somebody cancelled. Silent on screen.
    case cancelled
    /// Anything else.
    case unexpected
  }

  /// The kind, which decides what a screen does.
  public var kind: Kind

  /// A text for people, normally the server's; `nil` means the screen uses its own words.
  public var message: String?

  /// Whether doing the same again may succeed. Decides if a retry button is shown.
  public var isRetryable: Bool

  /// Whether the user is told. `false` keeps the failure silent (S0-30).
  public var notifies: Bool

  /// Messages by field name, for forms whose server checks the input: `["postcode": "5 digits, please."]`.
  ///
  /// The names are those that the app's model sends. A form shows each beside its field, and ``message`` above them all
  /// for what no field shows. Empty where the server said nothing about fields.
  public var fields: [String: String]

  /// The error this one was made from, for logs. Does not count in comparisons.
  public var underlying: (any Error)? { cause.error }

  private var cause: Cause

  /// Makes a failure of a kind.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - message: A text for people. Default `nil`: the screen's own words.
  ///   - isRetryable: Default `nil`: true for offline, timed out, storage, unexpected and
  ///     for server statuses 408, 429 and 500 to 599; else false.
  ///   - notifies: Default `true`, except for ``Kind-swift.enum/cancelled``, which is always silent.
  ///   - fields: Messages by field name. Default none.
  ///   - underlying: The error that this failure stands for. Default `nil`.
  public init(
    _ kind: Kind, message: String? = nil, isRetryable: Bool? = nil, notifies: Bool = true,
    fields: [String: String] = [:], underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.isRetryable = isRetryable ?? kind.isUsuallyRetryable
    self.notifies = notifies && kind != .cancelled
    self.fields = fields
    self.cause = Cause(error: underlying)
  }

  /// Makes a failure of any error: itself, its own translation, a cancellation, or ``Kind-swift.enum/unexpected``.
  ///
  /// - Parameter error: Any error.
  public init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let convertible as any FailureConvertible: self = convertible.failure
    case is CancellationError: self.init(.cancelled, underlying: error)
    default: self.init(.unexpected, underlying: error)
    }
  }
}

extension Failure.Kind {
  fileprivate var isUsuallyRetryable: Bool {
    switch self {
    case .offline, .timedOut, .storage, .unexpected: true
    case .server(let status): status == 408 || status == 429 || (500...599).contains(status)
    case .signedOut, .business, .unreadable, .cancelled: false
    }
  }
}

/// Keeps an error beside a value whose equality must not depend on it.
private struct Cause: Hashable, Sendable {
  let error: (any Error)?
  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into _: inout Hasher) {}
}
